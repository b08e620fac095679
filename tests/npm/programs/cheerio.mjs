import { show } from "../show.mjs";
import * as cheerio from "cheerio";

const $ = cheerio.load("<ul id=fruits><li class=a>Apple<li class='b c'>Pear &amp; Co</ul><table><td>x");
$(".a").text("Apfel").attr("title", "t").after("<li>new</li>");
show($("#fruits").html(), $("li").map((_i, it) => $(it).text()).get(), $("table").html());
show($("ul").extract({ items: ["li"], second: "li:nth-child(2)" }));
