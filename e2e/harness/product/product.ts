import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePorts, isFree } from "./ports.ts";
import { PRODUCT_SETTINGS } from "./product-settings.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const BACKEND = join(ROOT, "backend");
const SCREENS = join(ROOT, "frontend", "dist");
const VENV_PYTHON = join(ROOT, ".venv", "bin", "python");
const PYTHON = process.env.PYTHON ?? (existsSync(VENV_PYTHON) ? VENV_PYTHON : "python3");
// What the installed `chuckwagon` command does; it may not be installed in this Python.
const PROGRAM = "from chuckwagon.cli.main import main; main()";
const START_MS = 60_000;
const STOP_MS = 10_000;

const run = promisify(execFile);

declare const own: unique symbol;

/** A truck that a test made for itself: only `createTruck` makes one. */
export interface OwnTruck {
  readonly [own]: true;
  readonly product: Product;
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  /** The address of its menu: /slug. */
  readonly path: string;
}

/** One product of a test's own: server, worker and sandbox with a data folder of its own. */
export class Product {
  readonly url: string;
  readonly sandboxUrl: string;
  /** The folder of the built front end that it serves. */
  readonly screens: string;
  private readonly ports: readonly number[];
  private readonly dataDir: string;
  private readonly environment: NodeJS.ProcessEnv;
  private process: ChildProcess | null = null;
  private output = "";

  private constructor(dataDir: string, ports: [number, number, number]) {
    const [port, sandboxPort, mailPort] = ports;
    this.dataDir = dataDir;
    this.screens = join(dataDir, "screens");
    this.ports = ports;
    this.url = `http://localhost:${port}`;
    this.sandboxUrl = `http://localhost:${sandboxPort}`;
    this.environment = {
      ...withoutSettings(process.env),
      ...PRODUCT_SETTINGS,
      PYTHONPATH: BACKEND,
      PYTHONUNBUFFERED: "1",
      CHUCKWAGON_DATA_DIR: dataDir,
      CHUCKWAGON_FRONTEND_DIR: this.screens,
      CHUCKWAGON_PORT: String(port),
      CHUCKWAGON_SANDBOX_PORT: String(sandboxPort),
      // Makes the sandbox's mailbox the mail server.
      CHUCKWAGON_SANDBOX_MAIL_PORT: String(mailPort),
      // Journeys count on empty boards; some images for the documents do not.
      CHUCKWAGON_DEMO_HISTORY: process.env.DEMO_HISTORY ?? "0",
    };
  }

  static async launch(): Promise<Product> {
    const dataDir = await mkdtemp(join(tmpdir(), "chuckwagon-e2e-"));
    // A copy: a build that someone starts meanwhile must not change the screens under a test.
    const product = new Product(dataDir, await freePorts());
    await cp(SCREENS, product.screens, { recursive: true });
    try {
      await product.start();
    } catch (error) {
      await product.dispose();
      throw error;
    }
    return product;
  }

  /** Starts what is stopped; a running product is left alone. */
  async start(): Promise<void> {
    if (this.process) return;
    this.output = "";
    await this.untilPortsAreFree();
    const child = spawn(PYTHON, ["-c", PROGRAM, "serve", "--demo"], {
      // Not the repository: a developer's .env there must not steer the tests.
      cwd: this.dataDir,
      env: this.environment,
      // A group of its own, so that stopping it also stops what it has started.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const keep = (chunk: Buffer) => {
      this.output = (this.output + chunk.toString()).slice(-20_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    this.process = child;
    await this.untilHealthy(child);
  }

  /** The last that the product has said. */
  get log(): string {
    return this.output;
  }

  /** Ends every process of the product; the data stays. */
  async stop(): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child?.pid || child.exitCode !== null) return;
    const exited = once(child, "exit");
    signalGroup(child.pid, "SIGTERM");
    const inTime = await Promise.race([exited.then(() => true), sleep(STOP_MS, false)]);
    signalGroup(child.pid, "SIGKILL");
    if (!inTime) await exited;
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Runs a Python file of the harness on this product's own database. */
  async python(file: string, ...args: string[]): Promise<string> {
    const script = join(import.meta.dirname, file);
    const database = join(this.dataDir, "chuckwagon.sqlite3");
    const { stdout } = await run(PYTHON, [script, database, ...args], { env: this.environment });
    return stdout;
  }

  /** What was killed may hold them for another moment. */
  private async untilPortsAreFree(): Promise<void> {
    const deadline = Date.now() + STOP_MS;
    for (const port of this.ports) {
      while (!(await isFree(port)) && Date.now() < deadline) await sleep(100);
    }
  }

  private async untilHealthy(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline) {
      if (child.exitCode !== null) break;
      if ((await answers(`${this.url}/health`)) && (await answers(`${this.sandboxUrl}/`))) return;
      await sleep(100);
    }
    await this.stop();
    throw new Error(`The product did not start.\n${this.output}`);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // No process is left in the group.
  }
}

/** The machine's own settings must not reach a product under test, a live key least of all. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const foreign = /^(CHUCKWAGON_|SANDBOX_|STRIPE_|TWILIO_|DATABASE_URL$)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)));
}
