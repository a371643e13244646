import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, it } from "vitest";
import { aTruck } from "@/test/fixtures";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

function serveConfig(devTools = true) {
  server.use(http.get("*/api/config", () => HttpResponse.json({ devTools })));
}

beforeEach(() => serveConfig());

describe("the truck lookup", () => {
  it("asks for each of its three slugs without anybody's token, and shows the answer", async () => {
    const asked: { slug: unknown; authorization: string | null; accept: string | null }[] = [];
    server.use(
      http.get("*/api/trucks/by-slug/:slug", ({ params, request }) => {
        asked.push({
          slug: params.slug,
          authorization: request.headers.get("Authorization"),
          accept: request.headers.get("Accept"),
        });
        return HttpResponse.json(aTruck({ slug: String(params.slug) }));
      }),
    );
    localStorage.setItem("chuckwagon.token", "a-token");
    const { user } = renderApp("/api-test");
    for (const slug of ["spicy-burritos", "test-truck", "nonexistent-truck"]) {
      await user.click(await screen.findByRole("button", { name: `Look up "${slug}"` }));
      await waitFor(() =>
        expect(screen.getByRole("region", { name: "JSON answer" })).toHaveTextContent(
          `"slug": "${slug}"`,
        ),
      );
    }
    expect(asked.map(({ slug }) => slug)).toEqual([
      "spicy-burritos",
      "test-truck",
      "nonexistent-truck",
    ]);
    expect(asked[0]).toMatchObject({ authorization: null, accept: "application/json" });
  });

  it("prints the JSON with one field to a line", async () => {
    server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json({ a: 1, b: [2] })));
    const { user } = renderApp("/api-test");
    await user.click(await screen.findByRole("button", { name: /spicy-burritos/ }));
    const answer = await screen.findByRole("region", { name: "JSON answer" });
    expect(answer.textContent).toBe('{\n  "a": 1,\n  "b": [\n    2\n  ]\n}');
  });

  it("says where the API is, what to do, and that it loads", async () => {
    let answer = (_: Response) => {};
    const answered = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    server.use(http.get("*/api/trucks/by-slug/:slug", () => answered));
    const { user } = renderApp("/api-test");
    expect(await screen.findByText("http://localhost:3000/api")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Instructions" })).toBeInTheDocument();
    await user.click(await screen.findByRole("button", { name: /test-truck/ }));
    expect(screen.getByText("Loading...")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /spicy-burritos/ })).toBeDisabled();
    answer(HttpResponse.json(aTruck()));
    expect(await screen.findByRole("region", { name: "JSON answer" })).toBeInTheDocument();
  });

  it.each([
    [
      "the error field of a refusal",
      () => HttpResponse.json({ error: "Truck not found", code: "not_found" }, { status: 404 }),
      "API Error: 404 - Truck not found",
    ],
    [
      "the raw body of a refusal that is no JSON",
      () => new HttpResponse("<h1>Bad gateway</h1>", { status: 502 }),
      "API Error: 502 - <h1>Bad gateway</h1>",
    ],
    [
      "the raw body of a refusal without an error field",
      () => HttpResponse.json({ detail: "no" }, { status: 400 }),
      'API Error: 400 - {"detail":"no"}',
    ],
    ["an answer that is no JSON", () => new HttpResponse("<html>"), "Failed to parse JSON: "],
    [
      "an answer that was cut off",
      () => new HttpResponse('{"name": "cut o'),
      "Failed to parse JSON: ",
    ],
    [
      "no answer at all",
      () => HttpResponse.error(),
      "Unable to connect to server. Please check if the backend is running.",
    ],
  ])("shows %s", async (_, answer, sentence) => {
    server.use(http.get("*/api/trucks/by-slug/:slug", answer));
    const { user } = renderApp("/api-test");
    await user.click(await screen.findByRole("button", { name: /spicy-burritos/ }));
    expect(await screen.findByRole("alert")).toHaveTextContent(sentence);
    expect(screen.queryByRole("region", { name: "JSON answer" })).not.toBeInTheDocument();
  });
});

it("answers again once the server is back", async () => {
  server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.error()));
  const { user } = renderApp("/api-test");
  const button = await screen.findByRole("button", { name: /spicy-burritos/ });
  await user.click(button);
  await screen.findByRole("alert");
  server.use(http.get("*/api/trucks/by-slug/:slug", () => HttpResponse.json(aTruck())));
  await user.click(button);
  expect(await screen.findByRole("region", { name: "JSON answer" })).toBeInTheDocument();
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

describe.each(["/api-test", "/menu-test"])("the tool at %s", (address) => {
  it("asks search engines to leave it out", async () => {
    renderApp(address);
    await screen.findByRole("heading", { level: 1 });
    expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute(
      "content",
      "noindex",
    );
  });

  it("leads home where the server switched the tools off", async () => {
    serveConfig(false);
    server.use(http.get("*/api/trucks/public", () => HttpResponse.json([])));
    renderApp(address);
    expect(
      await screen.findByRole("heading", { name: "Available Food Trucks" }),
    ).toBeInTheDocument();
    expect(document.head.querySelector('meta[name="robots"]')).toBeNull();
  });

  it("works on when the settings did not load", async () => {
    server.use(http.get("*/api/config", () => HttpResponse.error()));
    renderApp(address);
    expect(await screen.findByRole("button", { name: /spicy-burritos/ })).toBeEnabled();
  });
});
