interface Told<Data> {
  onSuccess?: (data: Data) => void;
  onError: (error: Error) => void;
  onSettled?: (() => void) | undefined;
}

/**
 * Does what follows a call wherever the user is by then, such as a toast. The callbacks of `mutate` are for what follows
 * on the screen that called: the library drops them when that is gone, as a toast's "Undo" outlives its button's row.
 */
export function whenDone<Data>(call: Promise<Data>, told: Told<Data>): void {
  void call.then(told.onSuccess, told.onError).finally(told.onSettled);
}
