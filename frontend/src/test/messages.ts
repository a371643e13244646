/** Tests read English; all catalogs are there before the modules of a test are. */
import { addMessages } from "@/messages";
import { mapCatalog } from "@/messages/en/map";
import { offlineCatalog } from "@/messages/en/offline";
import { ordering } from "@/messages/en/ordering";
import { staff } from "@/messages/en/staff";
import { storefront } from "@/messages/en/storefront";
import { truckCatalog } from "@/messages/en/truck";

addMessages("en", storefront, truckCatalog, ordering, mapCatalog, offlineCatalog, staff);
