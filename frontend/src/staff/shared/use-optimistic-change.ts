import { type DataTag, type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useOnce } from "@/domain/api/use-send-once";
import { showToast } from "@/ui/feedback/toast";

interface OptimisticChange<Data, Input, Answer> {
  /** The cached data that show the change. */
  queryKey: DataTag<QueryKey, Data, Error>;
  send: (input: Input) => Promise<Answer>;
  /** The data as they will be once the server agrees. */
  show: (data: Data, input: Input) => Data;
  /** The data with what the server made of it. */
  take?: (data: Data, answer: Answer, input: Input) => Data;
  /** The data without the change, until they are read again. */
  takeBack?: (data: Data, input: Input) => Data;
  /** What did not happen, and why. */
  failed: (error: Error, input: Input) => string;
  /** Changes of one scope are sent one after the other; it is their mutation key, too. */
  scope?: string;
}

/** A change that shows at once and is sent behind it. Where it fails, the data are read again. */
export function useOptimisticChange<Data, Input, Answer>(
  change: OptimisticChange<Data, Input, Answer>,
) {
  const { queryKey, send, show, take, takeBack, failed, scope } = change;
  const client = useQueryClient();

  /** True if a read was called off, because it would have brought the old state back. */
  async function patch(edit: (data: Data) => Data): Promise<boolean> {
    const isRead = client.isFetching({ queryKey }) > 0;
    await client.cancelQueries({ queryKey });
    client.setQueryData<Data>(queryKey, (data) => data && edit(data));
    return isRead;
  }

  return useMutation({
    ...(scope ? { scope: { id: scope }, mutationKey: [scope] } : {}),
    mutationFn: send,
    onMutate: async (input) => ({ isOld: await patch((data) => show(data, input)) }),
    onSuccess: async (answer, input, shown) => {
      if (take && (await patch((data) => take(data, answer, input)))) shown.isOld = true;
    },
    onError: async (error, input) => {
      if (takeBack) await patch((data) => takeBack(data, input));
      showToast({ type: "error", message: failed(error, input) });
    },
    onSettled: (_answer, error, _input, shown) => {
      // A colleague's change may have been in the read that was called off.
      if (error || shown?.isOld) void client.invalidateQueries({ queryKey });
    },
  });
}

/** The same for a single button: the second tap of a double tap would only undo the first. */
export function useOptimisticChangeOnce<Data, Input, Answer>(
  change: OptimisticChange<Data, Input, Answer>,
  nameOf: (input: Input) => string,
): (input: Input) => Promise<void> {
  const { mutateAsync } = useOptimisticChange(change);
  const send = useCallback((input: Input) => mutateAsync(input).then(done, done), [mutateAsync]);
  return useOnce(send, nameOf);
}

const done = () => undefined;
