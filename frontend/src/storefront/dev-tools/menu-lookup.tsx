import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "@/ui/controls/button";
import { Field } from "@/ui/inputs/field";
import { TextInput } from "@/ui/inputs/text-input";
import { Row, Stack } from "@/ui/layout";
import { DevTool } from "./dev-tool";
import styles from "./dev-tools.module.css";
import { LookupResult } from "./lookup-result";
import { lookUpMenu, lookUpTruckId } from "./lookups";
import { SAMPLE_SLUG, SAMPLE_TRUCK_ID } from "./samples";

const INSTRUCTIONS = [
  "Type the id of a truck (24 hex characters) and press Fetch menu.",
  `Or take the id of "${SAMPLE_SLUG}" from the API, or the fixed sample id: its menu is fetched at once.`,
  "An id that no open truck has answers with an error.",
];

/** Fetches a truck's public menu and shows what the API says. */
export function MenuLookup() {
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
    <DevTool
      title="Menu Test"
      lead="Ask the API for the public menu of a food truck."
      instructions={INSTRUCTIONS}
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
    </DevTool>
  );
}

function countMessage(menu: unknown): string {
  if (!Array.isArray(menu)) return "The answer is not a list of menu items.";
  return `Found ${menu.length} menu ${menu.length === 1 ? "item" : "items"}`;
}
