import type { StaffTruck } from "@/domain/api/admin-types";
import { searchFor } from "@/domain/values/search-words";

export const PAGE_SIZE = 25;

/** The trucks in which every word of the search occurs: in the name, slug, owner, city or cuisine. */
export function searchTrucks(trucks: readonly StaffTruck[], search: string): StaffTruck[] {
  const isMeant = searchFor(search);
  return trucks.filter(({ name, slug, owner, location, cuisine }) =>
    isMeant(name, slug, owner.name, owner.email, location.city, location.state, ...cuisine),
  );
}

export interface TruckPage {
  trucks: StaffTruck[];
  /** From 1, and never past the last one. */
  page: number;
  pages: number;
}

export function pageOf(trucks: readonly StaffTruck[], wanted: number): TruckPage {
  const pages = Math.max(1, Math.ceil(trucks.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, Math.trunc(wanted) || 1), pages);
  return { trucks: trucks.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages };
}
