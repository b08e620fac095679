//# an arrow in a method
class Service { name = "s"; handler() { return () => this.name; } }
export const handler = new Service().handler();
//# an arrow in a field
class Service { name = "s"; run = () => this.name; }
export const handler = new Service().run;
//# an arrow at the top
export const handler = () => this;
//# new.target
function Old(this: any) { this.f = () => new.target; }
export const handler = new (Old as any)().f;
//# an arrow in an arrow
const object = { make() { return () => () => this; } };
export const handler = object.make()();
