import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "@/domain/api/query-client";
import { configKey, staffTrucksKey } from "@/domain/query-keys";
import { server } from "@/test/server";
import { keepToken, preloadData } from "./session";

it("reads trucks and settings before the session is known, and nothing without a token", async () => {
  const asked: string[] = [];
  server.use(
    http.get("*/api/:what", ({ params }) => {
      asked.push(String(params.what));
      return HttpResponse.json(params.what === "trucks" ? [] : {});
    }),
  );
  const client = createQueryClient();

  preloadData(client);
  expect(client.getQueryCache().getAll()).toEqual([]);

  keepToken("a-token");
  preloadData(client);
  await vi.waitFor(() => expect(client.getQueryData(staffTrucksKey())).toEqual([]));
  await vi.waitFor(() => expect(client.getQueryData(configKey())).toEqual({}));
  expect(asked.sort()).toEqual(["config", "trucks"]);
});
