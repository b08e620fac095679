export const log = (message) => console.log(JSON.stringify({ time: new Date(), message }));
