// Runs Lighthouse (mobile profile, simulated line) on a demo street of its own, three times a screen,
// prints the medians and fails below the targets.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import lighthouse from "lighthouse";
import puppeteer from "puppeteer-core";
import { TARGETS } from "./targets.mjs";

const RUNS = 3;
const ROOT = join(import.meta.dirname, "..", "..");
const CHROMIUM =
  process.env.CHUCKWAGON_BROWSER ??
  ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];

const street = await openStreet();
const failures = [];
try {
  console.log(`${cpus().length} cores · mobile, simulated line · medians of ${RUNS}\n`);
  console.log("screen          perf  a11y  best   seo     LCP     CLS     TBT");
  for (const target of TARGETS) report(target, await measure(target));
} finally {
  await street.close();
}
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

async function measure(target) {
  const runs = [];
  for (let tries = 0; runs.length < RUNS; tries++) {
    const browser = await puppeteer.launch({ executablePath: CHROMIUM, args: FLAGS });
    try {
      const page = await browser.newPage();
      await prepare(page, target);
      const flags = { logLevel: "error", disableStorageReset: true };
      const { lhr } = await lighthouse(street.url + target.path, flags, undefined, page);
      if (!lhr.runtimeError && lhr.categories.performance.score !== null) runs.push(lhr);
      else if (tries >= 2 * RUNS) throw new Error(lhr.runtimeError?.message ?? `${target.name} was not measured`);
    } finally {
      await browser.close();
    }
  }
  const median = (read) => runs.map(read).sort((one, other) => one - other)[RUNS >> 1];
  const score = (name) => median((lhr) => Math.round((lhr.categories[name].score ?? 0) * 100));
  const value = (name) => median((lhr) => lhr.audits[name].numericValue);
  return {
    scores: Object.fromEntries(
      ["performance", "accessibility", "best-practices", "seo"].map((name) => [name, score(name)]),
    ),
    lcp: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    tbt: value("total-blocking-time"),
  };
}

/** A cart, or a sign-in, as a browser would have it from an earlier screen. */
async function prepare(page, { cart, staff }) {
  if (cart) {
    await page.goto(`${street.url}/spicy-burritos`);
    await page.locator('::-p-aria([name="Add to cart Chips and Guacamole"][role="button"])').click();
    await page.waitForFunction(() => localStorage.getItem("chuckwagon.carts")?.includes("Guacamole"));
  }
  if (staff) {
    const { demoAccounts } = await (await fetch(`${street.url}/api/config`)).json();
    const { email, password } = demoAccounts.find(({ truckSlug }) => truckSlug === "spicy-burritos");
    await page.goto(`${street.url}/admin/login`);
    await page.locator("input[type=email]").fill(email);
    await page.locator("input[type=password]").fill(password);
    await page.locator("button[type=submit]").click();
    await page.waitForFunction(() => location.pathname === "/admin/dashboard");
  }
}

function report(target, { scores, lcp, cls, tbt }) {
  const columns = Object.values(scores).map((score) => String(score).padStart(6));
  const times = `${(lcp / 1000).toFixed(2).padStart(7)}s${cls.toFixed(3).padStart(8)}${tbt.toFixed(0).padStart(6)}ms`;
  console.log(target.name.padEnd(14) + columns.join("") + times);
  for (const [name, least] of Object.entries(target.scores)) {
    if (scores[name] < least) failures.push(`${target.name}: ${name} ${scores[name]}, at least ${least}`);
  }
  if (lcp > target.lcp) failures.push(`${target.name}: LCP ${Math.round(lcp)} ms, at most ${target.lcp}`);
  if (cls > target.cls) failures.push(`${target.name}: CLS ${cls}, at most ${target.cls}`);
}

async function openStreet() {
  if (process.argv[2]) return { url: process.argv[2], close: async () => undefined };
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const folder = await mkdtemp(join(tmpdir(), "chuckwagon-lighthouse-"));
  const environment = {
    CHUCKWAGON_PORT: port,
    CHUCKWAGON_SANDBOX_PORT: sandboxPort,
    CHUCKWAGON_DATA_DIR: folder,
    CHUCKWAGON_DEMO_HISTORY: "0",
  };
  const server = spawn(join(ROOT, ".venv", "bin", "chuckwagon"), ["serve", "--demo"], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: "ignore",
    detached: true,
  });
  const url = `http://localhost:${port}`;
  const close = async () => {
    process.kill(-server.pid, "SIGTERM");
    await sleep(1000);
    await rm(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 300; tries++) {
    const isUp = await fetch(`${url}/health`).then(({ ok }) => ok, () => false);
    if (isUp) return { url, close };
    await sleep(200);
  }
  await close();
  throw new Error("The street did not open.");
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
