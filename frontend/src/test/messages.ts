/** Tests read English; all catalogs are there before the modules of a test are. */
import { addMessages } from "@/messages";
import { ordering } from "@/messages/en/ordering";
import { staff } from "@/messages/en/staff";
import { storefront } from "@/messages/en/storefront";

addMessages("en", storefront, ordering, staff);
