// Teams and their members, in a directory that has nothing but a REST API.

import { Config } from "lumi";
import { Entry } from "./entry.ts";

const team = new Entry("web", "teams", { name: "Web", budget: 1000 });

const members = ["ada", "grace"].map((name) =>
  new Entry(name, "members", { name, team: team.id }, {
    // Who moves to another team starts anew there.
    replaceOnChanges: ["body.team"],
  })
);

// One that was there before: its id is all that is needed to take it over.
const founder = new Config().get("founder");
if (founder !== undefined) {
  new Entry("founder", "members", { name: "founder", team: team.id }, { import: founder });
}

export const teamId = team.id;
export const teamUrl = team.values.self;
export const memberIds = members.map((member) => member.id);
