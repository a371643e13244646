import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Redirect } from "wouter";
import { serverConfigQuery } from "@/domain/api/server-config";
import { apiBaseUrl } from "@/domain/api/transport/base-url-and-send-and-forget";
import { messages as m } from "@/messages";
import { useDocumentTitle } from "@/ui/browser/use-document-title";
import { Button } from "@/ui/controls/button";
import { Notice } from "@/ui/feedback/notice";
import { Spinner } from "@/ui/feedback/spinner";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input-and-textarea";
import { Box, Row, Stack, Text } from "@/ui/layout";
import styles from "./api-and-menu-test-pages.module.css";

const SAMPLE_SLUG = "spicy-burritos";
const TEST_SLUG = "test-truck";
const NONEXISTENT_SLUG = "nonexistent-truck";
const SAMPLE_TRUCK_ID = "507f1f77bcf86cd799439011";

/** The developers' pages, which look up a truck or a menu: one download, because hardly a customer opens either. */
export function LookupPage({ tool }: { tool: "api" | "menu" }) {
  useDocumentTitle(tool === "api" ? "API Test" : "Menu Test");
  return tool === "api" ? <TruckLookup /> : <MenuLookup />;
}

const MENU_INSTRUCTIONS = [
  "Type the id of a truck (24 hex characters) and press Fetch menu.",
  `Or take the id of "${SAMPLE_SLUG}" from the API, or the fixed sample id: its menu is fetched at once.`,
  "An id that no open truck has answers with an error.",
];

/** Fetches a truck's public menu and shows what the API says. */
function MenuLookup() {
  const [truckId, setTruckId] = useState("");
  const lookup = useMutation({
    mutationFn: async (findId: () => string | Promise<string>) => {
      const id = await findId();
      setTruckId(id);
      return lookUpMenu(id);
    },
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    lookup.mutate(() => truckId.trim());
  }

  return (
    <LookupFrame
      title="Menu Test"
      lead="Ask the API for the public menu of a food truck."
      instructions={MENU_INSTRUCTIONS}
    >
      <Stack
        as="form"
        gap={3}
        items="start"
        measure="column"
        onSubmit={handleSubmit}
        className={styles.form}
      >
        <Field label="Truck ID" hint="24 hex characters">
          <TextInput
            value={truckId}
            onChange={(event) => setTruckId(event.target.value)}
            spellCheck={false}
            enterKeyHint="go"
            autoCapitalize="off"
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={lookup.isPending}
          disabled={truckId.trim() === ""}
        >
          {lookup.isPending ? "Fetching..." : "Fetch menu"}
        </Button>
      </Stack>
      <Row gap={3}>
        <Button
          disabled={lookup.isPending}
          onClick={() => lookup.mutate(() => lookUpTruckId(SAMPLE_SLUG))}
        >
          Get the ID of "{SAMPLE_SLUG}"
        </Button>
        <Button disabled={lookup.isPending} onClick={() => lookup.mutate(() => SAMPLE_TRUCK_ID)}>
          Use the sample ID
        </Button>
      </Row>
      <LookupResult
        isRunning={lookup.isPending}
        error={lookup.error}
        answer={lookup.data}
        summary={<p role="status">{countMessage(lookup.data)}</p>}
      />
    </LookupFrame>
  );
}

function countMessage(menu: unknown): string {
  if (!Array.isArray(menu)) return "The answer is not a list of menu items.";
  return `Found ${menu.length} menu ${menu.length === 1 ? "item" : "items"}`;
}

const SLUGS = [SAMPLE_SLUG, TEST_SLUG, NONEXISTENT_SLUG];

const TRUCK_INSTRUCTIONS = [
  "Press a button: it asks the API for the food truck with that slug.",
  `"${SAMPLE_SLUG}" and "${TEST_SLUG}" exist with the demo data and answer with the truck.`,
  `"${NONEXISTENT_SLUG}" exists nowhere: a 404 here is the right answer.`,
  "If nothing answers, check that the backend runs at the API base address above.",
];

/** Looks up a truck by slug and shows what the API says. */
function TruckLookup() {
  const lookup = useMutation({ mutationFn: lookUpTruck });
  return (
    <LookupFrame
      title="API Test"
      lead="Ask the API for a food truck by its slug."
      instructions={TRUCK_INSTRUCTIONS}
    >
      <Row gap={3}>
        {SLUGS.map((slug) => (
          <Button key={slug} disabled={lookup.isPending} onClick={() => lookup.mutate(slug)}>
            Look up "{slug}"
          </Button>
        ))}
      </Row>
      <LookupResult isRunning={lookup.isPending} error={lookup.error} answer={lookup.data} />
    </LookupFrame>
  );
}

interface LookupFrameProps {
  title: string;
  lead: string;
  /** What to do here, step by step. */
  instructions: readonly string[];
  children: ReactNode;
}

/** The frame of a developer tool: out of search engines, and gone where the server switched it off. */
function LookupFrame({ title, lead, instructions, children }: LookupFrameProps) {
  const { data: config, isPending } = useQuery(serverConfigQuery());
  if (config?.devTools === false) return <Redirect to="/" replace />;
  return (
    <Stack gap={6} centered measure="page" padding={4} paddingBlock={8} className={styles.page}>
      <meta name="robots" content="noindex" />
      <Stack as="header" gap={2}>
        <Text as="h1" size="3xl">
          {title}
        </Text>
        <Text soft size="l">
          {lead}
        </Text>
        <p>
          API base address:{" "}
          <Box as="code" surface="sunken" radius="control" breaks className={styles.code}>
            {shownBase()}
          </Box>
        </p>
      </Stack>
      {isPending ? <Spinner label="Loading..." showLabel /> : children}
      <Box as="section" measure="column" paddingTop={5} lineAbove aria-labelledby="instructions">
        <Text as="h2" marginBottom={3} size="l" id="instructions">
          Instructions
        </Text>
        <Stack as="ol" gap={2} soft className={styles.steps}>
          {instructions.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Stack>
      </Box>
    </Stack>
  );
}

/** On our own origin the base is only a path; a developer wants the whole address. */
function shownBase(): string {
  return new URL(apiBaseUrl(), window.location.origin).href;
}

interface LookupResultProps {
  isRunning: boolean;
  error: unknown;
  /** The parsed answer; undefined before there is one. */
  answer: unknown;
  /** Said above the answer. */
  summary?: ReactNode;
}

/** What became of a lookup: running, failed, or the answer as readable JSON. */
function LookupResult({ isRunning, error, answer, summary }: LookupResultProps) {
  if (isRunning) return <Spinner label="Loading..." showLabel />;
  if (error !== null) {
    return (
      <Notice role="alert" tone="danger" title="Error">
        {lookupMessage(error)}
      </Notice>
    );
  }
  if (answer === undefined) return null;
  return (
    <Stack gap={3} className={styles.result}>
      {summary}
      {/* a keyboard has to scroll what a mouse can. */}
      <Box
        as="section"
        surface="sunken"
        radius="card"
        outlined
        aria-label="JSON answer"
        tabIndex={0}
        className={styles.scroll}
      >
        <Box as="pre" padding={4} size="xs" breaks className={styles.json}>
          {JSON.stringify(answer, null, 2)}
        </Box>
      </Box>
    </Stack>
  );
}

function lookUpTruck(slug: string): Promise<unknown> {
  return ask(`/trucks/by-slug/${encodeURIComponent(slug)}`, "API Error");
}

function lookUpMenu(truckId: string): Promise<unknown> {
  return ask(`/menu-items/public/${encodeURIComponent(truckId)}`, "Menu API Error");
}

/** The id of the truck with this slug, for a menu lookup. */
async function lookUpTruckId(slug: string): Promise<string> {
  const truck = await lookUpTruck(slug).catch((error: unknown) => {
    throw new Error(`Failed to get truck data: ${lookupMessage(error)}`);
  });
  const id = fieldOf(truck, "_id");
  if (!id) throw new Error("Could not get truck ID for testing");
  return id;
}

/** The sentence to show for a failed lookup. */
export function lookupMessage(error: unknown): string {
  return error instanceof Error ? error.message : "Unknown error occurred";
}

async function ask(path: string, failure: string): Promise<unknown> {
  const response = await fetchJson(path);
  const text = await response.text();
  if (!response.ok) throw new Error(`${failure}: ${response.status} - ${reasonIn(text)}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Failed to parse JSON: ${lookupMessage(error)}`);
  }
}

async function fetchJson(path: string): Promise<Response> {
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  try {
    // biome-ignore lint/style/noRestrictedGlobals: shows any answer as it came, a broken one too.
    return await fetch(`${apiBaseUrl()}${path}`, { headers });
  } catch (error) {
    // The browser's own words for a dead server ("Failed to fetch") tell a developer nothing.
    throw error instanceof TypeError ? new Error(m.failures.noConnection) : error;
  }
}

/** The error field of a refusal, or its raw body. */
function reasonIn(text: string): string {
  try {
    return fieldOf(JSON.parse(text), "error") ?? text;
  } catch {
    return text;
  }
}

function fieldOf(value: unknown, key: string): string | null {
  if (typeof value !== "object" || value === null) return null;
  const field = (value as Record<string, unknown>)[key];
  return typeof field === "string" && field !== "" ? field : null;
}
