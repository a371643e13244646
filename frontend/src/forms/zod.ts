import { z } from "zod";

// The pages' policy forbids code made of text: without this every form would try, and be reported.
z.config({ jitless: true });

export { z };
