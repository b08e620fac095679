export const a = 1;
export const a = 2;
