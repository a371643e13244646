import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { errorMessage } from "@/domain/api/errors";
import { messages as m } from "@/messages";
import { Button } from "@/ui/controls/button";
import { Stack, Text } from "@/ui/layout";

interface ShowMoreProps {
  list: Pick<
    UseInfiniteQueryResult,
    "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "error" | "fetchNextPage"
  >;
  /** The button: "Show more orders". */
  action: string;
  failed: (reason: { errorMessage: string }) => string;
}

/** Goes on where the list stops; nothing when all of it is shown. */
export function ShowMore({ list, action, failed }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <Stack gap={2} items="center">
      {list.isFetchNextPageError ? (
        <Text tone="danger" role="alert">
          {failed({ errorMessage: errorMessage(list.error) })}
        </Text>
      ) : null}
      <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchingNextPage ? m.common.loading : action}
      </Button>
    </Stack>
  );
}
