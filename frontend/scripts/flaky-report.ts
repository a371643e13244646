import { writeFileSync } from "node:fs";
import type { Plugin } from "vite";
import type { Reporter, TestModule } from "vitest/node";

interface FlakyTest {
  name: string;
  /** What the failed tries said. */
  reason: string;
}

/**
 * Writes the tests that passed only on a retry to a file, as a JSON list, whichever reporters the command line names.
 * Does nothing without a file.
 */
export function flakyReport(file: string | undefined): Plugin {
  const reporter: Reporter = {
    onTestRunEnd(modules) {
      if (file) writeFileSync(file, `${JSON.stringify(modules.flatMap(flakyTests), null, 2)}\n`);
    },
  };
  return {
    name: "flaky-report",
    // Called once per project.
    configureVitest({ vitest }) {
      const { reporters } = vitest.config;
      if (file && !reporters.includes(reporter)) reporters.push(reporter);
    },
  };
}

function flakyTests(module: TestModule): FlakyTest[] {
  return [...module.children.allTests("passed")]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => ({
      name: `${module.relativeModuleId} > ${test.fullName}`,
      reason: (test.result().errors ?? []).map((error) => error.stack ?? error.message).join("\n"),
    }));
}
