/** The objects that more than one feature reads. Amounts in dollars, as JSON carries them. */

export interface Truck {
  _id: string;
  name: string;
  slug: string;
  isActive: boolean;
  imageUrl: string | null;
  bannerImage: string | null;
  shortDescription: string | null;
  description: string | null;
  cuisine: string[];
  location: { city: string | null; state: string | null } | null;
  phone: string | null;
  email: string | null;
  timezone: string;
  /** Percent. */
  taxRate: number;
  acceptingOrders: boolean;
  notAcceptingReason: string | null;
}

export interface MenuItem {
  _id: string;
  name: string;
  description: string | null;
  category: string | null;
  section: string | null;
  basePrice: number;
  imageUrl: string | null;
  isAvailable: boolean;
  hasOptions: boolean;
  truckId: string;
  optionGroups: OptionGroup[];
  position: number;
}

export interface OptionGroup {
  _id: string;
  name: string;
  /** 1 and more means that a choice is required. */
  minSelect: number;
  /** 1 means one choice only. */
  maxSelect: number;
  options: MenuOption[];
}

export interface MenuOption {
  _id: string;
  name: string;
  additionalPrice: number;
  isAvailable: boolean;
}
