import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterEach, describe, expect, it } from "vitest";
import { apiBaseUrl, normaliseApiBase } from "@/domain/api/transport/base-url-and-send-and-forget";
import { speak } from "@/test/speak";
import { startServer } from "@/test/start-server";
import { AS_FILE, answer, api, file, list, setTokenSource } from "./client";
import { ApiError, isUnreachable } from "./errors";
import { shouldRetry } from "./query-client";

const ADA = {
  email: "ada@example.com",
  name: "Ada",
  password: "a long one",
  role: "admin",
} as const;

const server = setupServer();
startServer(server);
afterEach(() => {
  setTokenSource(() => null);
  delete window.__CHUCKWAGON__;
  document.head.innerHTML = "";
});

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`no ApiError: ${String(error)}`);
  return error;
}

function serve(body: string, status = 200) {
  server.use(http.get("*/api/users", () => new HttpResponse(body, { status })));
}

describe("the base address", () => {
  it.each([
    [undefined, "/api"],
    ["", "/api"],
    ["  ", "/api"],
    ["/", "/api"],
    ["/api", "/api"],
    ["https://food.example", "https://food.example/api"],
    ["https://food.example/", "https://food.example/api"],
    ["  https://food.example/api/ ", "https://food.example/api"],
    ["https://food.example/base//", "https://food.example/base/api"],
    ["https://food.example/myapi", "https://food.example/myapi/api"],
  ])("%j means %s", (given, base) => {
    expect(normaliseApiBase(given)).toBe(base);
  });

  it("comes from a meta tag, and from the page's settings before that", () => {
    document.head.innerHTML = '<meta name="chuckwagon-api" content="https://meta.example/">';
    expect(apiBaseUrl()).toBe("https://meta.example/api");
    window.__CHUCKWAGON__ = { apiBaseUrl: "https://run.example" };
    expect(apiBaseUrl()).toBe("https://run.example/api");
    window.__CHUCKWAGON__ = { apiBaseUrl: " " };
    expect(apiBaseUrl()).toBe("https://meta.example/api");
  });

  it("is the same origin when nothing is set", () => {
    expect(apiBaseUrl()).toBe("/api");
  });
});

describe("a call", () => {
  it("sends JSON and the bearer token, and returns the parsed answer", async () => {
    setTokenSource(() => "t0ken");
    server.use(
      http.post("*/api/auth/register", async ({ request }) =>
        HttpResponse.json({
          sent: await request.json(),
          type: request.headers.get("content-type"),
          token: request.headers.get("authorization"),
          key: request.headers.get("idempotency-key"),
        }),
      ),
    );
    const got = await answer(
      api.POST("/api/auth/register", {
        params: { header: { "Idempotency-Key": "k" } },
        body: ADA,
      }),
    );
    expect(got).toEqual({
      sent: ADA,
      type: "application/json",
      token: "Bearer t0ken",
      key: "k",
    });
  });

  it("sends no authorization when no user is signed in", async () => {
    server.use(
      http.get("*/api/users", ({ request }) =>
        HttpResponse.json({ has: request.headers.has("authorization") }),
      ),
    );
    expect(await answer(api.GET("/api/users"))).toEqual({ has: false });
  });

  it("words what the server refuses in the language of the screen", async () => {
    const body = {
      error: "You are not allowed to do this.",
      code: "not_allowed",
      reason: "not_allowed",
    };
    serve(JSON.stringify(body), 403);
    const english = await failureOf(answer(api.GET("/api/users")));
    expect(english.message).toBe("You are not allowed to do this.");
    speak("es");
    const spanish = await failureOf(answer(api.GET("/api/users")));
    speak("en");
    expect(spanish.message).toBe("No tienes permiso para hacer esto.");
    expect([spanish.code, spanish.fromServer]).toEqual(["not_allowed", true]);
  });

  it("takes an empty answer for nothing", async () => {
    serve("");
    expect(await answer(api.GET("/api/users"))).toBeNull();
  });
});

describe("a failed call", () => {
  it.each([
    ['{"message":"From message","error":"From error"}', "From message"],
    ['{"error":"From error"}', "From error"],
    ['{"error":""}', "HTTP 418"],
    ['{"error":{"deep":1}}', "HTTP 418"],
    ["[]", "HTTP 418"],
    ["null", "HTTP 418"],
    ["", "HTTP 418"],
  ])("takes its sentence from %s", async (body, sentence) => {
    serve(body, 418);
    const error = await failureOf(answer(api.GET("/api/users")));
    expect(error.message).toBe(sentence);
    expect(error.status).toBe(418);
    expect(error.fromServer).toBe(!sentence.startsWith("HTTP"));
  });

  it("keeps code, body and the sentences about fields", async () => {
    serve('{"error":"Invalid","code":"invalid","fields":{"customerInfo.phone":"Bad","x":1}}', 400);
    const error = await failureOf(answer(api.GET("/api/users")));
    expect(error.code).toBe("invalid");
    expect(error.fields).toEqual({ "customerInfo.phone": "Bad" });
    expect(error.body).toMatchObject({ error: "Invalid" });
  });

  it.each([200, 502])("names an answer that is no JSON (%s)", async (status) => {
    serve("<html>", status);
    const error = await failureOf(answer(api.GET("/api/users")));
    expect(error.message).toBe(`Invalid response from server (${status})`);
    expect(error.body).toBe("<html>");
  });

  it("says that the server cannot be reached", async () => {
    server.use(http.get("*/api/users", () => HttpResponse.error()));
    const error = await failureOf(answer(api.GET("/api/users")));
    expect(error.message).toBe(
      "Unable to connect to server. Please check if the backend is running.",
    );
    expect(isUnreachable(error)).toBe(true);
  });

  it("leaves a cancelled call to its caller", async () => {
    serve("{}");
    const controller = new AbortController();
    controller.abort();
    await expect(
      answer(api.GET("/api/users", { signal: controller.signal })),
    ).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});

describe("trying again", () => {
  it("helps against outages, not against refusals", () => {
    expect(shouldRetry(0, ApiError.unreachable())).toBe(true);
    expect(shouldRetry(1, ApiError.fromAnswer(503, null))).toBe(true);
    expect(shouldRetry(2, ApiError.unreachable())).toBe(false);
    expect(shouldRetry(0, ApiError.fromAnswer(404, null))).toBe(false);
    expect(shouldRetry(0, new Error("a bug"))).toBe(false);
  });
});

describe("a refused token", () => {
  function refuse(body: string) {
    const rejected: string[] = [];
    setTokenSource(
      () => "t0ken",
      (token) => rejected.push(token),
    );
    server.use(http.get("*/api/users", () => new HttpResponse(body, { status: 401 })));
    return rejected;
  }

  it("is reported, and the call fails", async () => {
    const rejected = refuse('{"error":"Sign in"}');
    expect((await failureOf(answer(api.GET("/api/users")))).message).toBe("Sign in");
    expect(rejected).toEqual(["t0ken"]);
  });

  it("is the one that was sent, not the one of now", async () => {
    const rejected = refuse('{"error":"Sign in"}');
    await failureOf(answer(api.GET("/api/users", { headers: { Authorization: "Bearer older" } })));
    expect(rejected).toEqual(["older"]);
  });

  it("is not believed from a page of another server", async () => {
    const rejected = refuse("<p>Proxy sign-in");
    await failureOf(answer(api.GET("/api/users")));
    expect(rejected).toEqual([]);
  });

  it("belongs to no session without one", async () => {
    const rejected = refuse('{"error":"Sign in"}');
    setTokenSource(
      () => null,
      (token) => rejected.push(token),
    );
    await failureOf(answer(api.GET("/api/users")));
    expect(rejected).toEqual([]);
  });
});

it.each([
  ["30", 30],
  ["Wed, 21 Oct 2026 07:28:00 GMT", null],
  ["-1", null],
])("reads the wait from Retry-After: %s", async (header, seconds) => {
  server.use(
    http.get("*/api/users", () =>
      HttpResponse.json({ error: "Wait" }, { status: 429, headers: { "Retry-After": header } }),
    ),
  );
  expect((await failureOf(answer(api.GET("/api/users")))).retryAfterSeconds).toBe(seconds);
});

it("leaves the type of a form with a file to the browser", async () => {
  let type: string | null = "";
  let sent: unknown = null;
  server.use(
    http.post("*/api/menu-imports", async ({ request }) => {
      type = request.headers.get("content-type");
      sent = (await request.formData()).get("file");
      return HttpResponse.json({});
    }),
  );
  const form = new FormData();
  form.append("file", "a,b");
  await api.POST("/api/menu-imports", {
    body: { truckId: "t", files: ["menu.csv"] },
    bodySerializer: () => form,
  });
  expect(type).toMatch(/^multipart\/form-data; boundary=/);
  expect(sent).toBe("a,b");
});

describe("a file", () => {
  it("comes with its name and the token", async () => {
    setTokenSource(() => "t0ken");
    server.use(
      http.get("*/api/menu-items/export", ({ request }) => {
        return new HttpResponse(request.headers.get("authorization"), {
          headers: { "Content-Disposition": 'attachment; filename="menu.csv"' },
        });
      }),
    );
    const { blob, name } = await file(api.GET("/api/menu-items/export", AS_FILE));
    expect(name).toBe("menu.csv");
    expect(await blob.text()).toBe("Bearer t0ken");
  });

  it("fails with the server's sentence", async () => {
    server.use(
      http.get("*/api/menu-items/export", () =>
        HttpResponse.json({ error: "No truck" }, { status: 403 }),
      ),
    );
    expect((await failureOf(file(api.GET("/api/menu-items/export", AS_FILE)))).message).toBe(
      "No truck",
    );
  });
});

describe("a list", () => {
  it("is handed on", async () => {
    serve('[{"name":"Taco"}]');
    expect(await list(api.GET("/api/users"))).toEqual([{ name: "Taco" }]);
  });

  it.each(["{}", "null", "", '"tacos"'])("is never taken from %j", async (body) => {
    serve(body);
    const error = await failureOf(list(api.GET("/api/users")));
    expect(error.message).toBe("Invalid response from server (200)");
  });
});
