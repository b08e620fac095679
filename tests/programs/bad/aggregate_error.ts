throw new AggregateError([new Error("one"), new RangeError("two")], "many");
