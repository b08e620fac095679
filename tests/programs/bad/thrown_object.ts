throw { code: 42, why: ["a"] };
