import { show } from "../show.mjs";
import { launch } from "puppeteer-core";
import { existsSync } from "node:fs";

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
for (const pipe of [false, true]) {
  const browser = await launch({ executablePath, pipe, args: ["--no-sandbox", "--disable-gpu"], timeout: 60_000 });
  const page = await browser.newPage();
  await page.setContent("<h1>hello</h1><script>document.title = 'title ' + (1 + 1)</script>");
  show(await page.title(), await page.$eval("h1", (it) => it.textContent), await page.evaluate((n) => n * 2, 21));
  show((await page.screenshot({ type: "png" })).length > 500, (await page.evaluate(() => { throw new Error("in the page"); }).catch((error) => error)).message);
  await browser.close();
}
