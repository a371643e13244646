import { useMutation } from "@tanstack/react-query";
import { Button } from "@/ui/controls/button";
import { Row } from "@/ui/layout";
import { DevTool } from "./dev-tool";
import { LookupResult } from "./lookup-result";
import { lookUpTruck } from "./lookups";
import { NONEXISTENT_SLUG, SAMPLE_SLUG, TEST_SLUG } from "./samples";

const SLUGS = [SAMPLE_SLUG, TEST_SLUG, NONEXISTENT_SLUG];

const INSTRUCTIONS = [
  "Press a button: it asks the API for the food truck with that slug.",
  `"${SAMPLE_SLUG}" and "${TEST_SLUG}" exist with the demo data and answer with the truck.`,
  `"${NONEXISTENT_SLUG}" exists nowhere: a 404 here is the right answer.`,
  "If nothing answers, check that the backend runs at the API base address above.",
];

/** Looks up a truck by slug and shows what the API says. */
export function TruckLookup() {
  const lookup = useMutation({ mutationFn: lookUpTruck });
  return (
    <DevTool
      title="API Test"
      lead="Ask the API for a food truck by its slug."
      instructions={INSTRUCTIONS}
    >
      <Row gap={3}>
        {SLUGS.map((slug) => (
          <Button key={slug} disabled={lookup.isPending} onClick={() => lookup.mutate(slug)}>
            Look up "{slug}"
          </Button>
        ))}
      </Row>
      <LookupResult isRunning={lookup.isPending} error={lookup.error} answer={lookup.data} />
    </DevTool>
  );
}
