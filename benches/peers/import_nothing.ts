console.log(typeof setTimeout);
