/** Tests read English; all catalogs are there before the modules of a test are. */
import { speak } from "./speak";

speak("en");
