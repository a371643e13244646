/** What the server's errors say in Spanish, by their reason. In English the server's own sentence is shown. */
import type { ErrorWords } from "@/messages/error-words";
import { firstErrors } from "./a-to-m";
import { laterErrors } from "./n-to-z";

export const errors: ErrorWords = { ...firstErrors, ...laterErrors };
