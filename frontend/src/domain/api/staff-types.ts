/** The server's objects for staff, by the names the screens use for them. Money is in dollars. */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

/** A field with a default is always in an answer, whatever the description of requests says. */
type Answer<Name extends keyof Schemas> = Required<Schemas[Name]>;

export type User = Schemas["UserAnswer"];
export type OwnSession = Schemas["SessionAnswer"];
/** What a link by e-mail is for, and its account. */
export type PasswordLink = Schemas["LinkAnswer"];
export type SignInAnswer = Schemas["SignInAnswer"];
export type PendingSignIn = Schemas["PendingAnswer"];
export type SecurityState = Schemas["SecurityAnswer"];
export type SecondFactor = Schemas["FactorAnswer"];
export type ProofMethod = PendingSignIn["methods"][number] | "password";
export type Role = User["role"];

export type StaffTruck = Schemas["StaffTruck"];
/** A truck with its current and next stop. */
export type ScheduledStaffTruck = Schemas["ScheduledStaffTruck"];
export type TruckSettings = Schemas["TruckSettings"];
export type ConnectStatus = Omit<Answer<"AccountStatus">, "requirements"> & {
  requirements: Answer<"AccountRequirements">;
};

export type StaffMenuItem = Schemas["StaffMenuEntry"];
/** Options that several menu items use, with those that do. */
export type OptionSet = Schemas["OptionSetAnswer"];
export type MenuImport = Schemas["MenuImport"];
export type MenuImportLeftOut = Schemas["LeftOut"];
export type MenuImportChange = Schemas["ImportChange"];
export type MenuImportQuestion = Schemas["ImportQuestion"];
export type MenuImportDifference = Schemas["ImportDifference"];
export type MenuImportItem = Schemas["ImportedItem"];
export type MenuImportGroup = Schemas["ImportedGroup"];
export type UploadedImage = Schemas["PictureAnswer"];

/** A device on which staff hear of new orders. */
export type PushDevice = Schemas["StaffDeviceOut"];
export type StaffOrder = Schemas["StaffOrder"];
export type StaffOrderItem = Schemas["StaffOrderItem"];
export type OrderRefund = StaffOrder["refunds"][number];
export type OrderDispute = StaffOrder["disputes"][number];
export type OrderStatus = StaffOrder["status"];
export type PaymentStatus = StaffOrder["paymentStatus"];
export type OrderPage = Schemas["OrderPage"];
export type OrderCounts = Answer<"OrderCounts">;

export type Customer = Schemas["CustomerEntry"];
export type CustomerPage = Schemas["CustomerPage"];
export type Analytics = Schemas["Analytics"];
export type PrepSheet = Schemas["PrepSheet"];
export type PrepItem = Schemas["PrepItem"];
export type AnalyticsTopItem = Schemas["TopItem"];
export type AnalyticsTotals = Schemas["Totals"];
export type TruckComparison = Schemas["TruckComparison"];
export type Checklist = Schemas["Checklist"];
export type ChecklistPoint = Schemas["ChecklistPoint"];
export type ComparedTruck = Schemas["ComparedTruck"];
export type StopChanges = Schemas["StopChanges"];
/** The numbers by stop, place or weekday of a period. */
export type StopAnalytics = Schemas["StopAnalytics"];
export type StopFigures = Schemas["StopFigures"];
export type StopGroup = Schemas["StopGroup"];
export type StopGrouping = StopAnalytics["groupBy"];
export type LostDemand = Schemas["LostDemandCounts"];
export type StopResult = Schemas["StopResult"];
export type Ledger = Schemas["Ledger"];
export type LedgerEntry = Schemas["LedgerEntry"];
export type LedgerTotals = Schemas["LedgerTotals"];
export type Books = Schemas["Books"];
export type TaxReport = Schemas["TaxReport"];
export type ActivityEvent = Schemas["ActivityEvent"];
export type ActivityDetail = Schemas["ActivityDetail"];
export type HeldPayment = Schemas["HeldPayment"];
export type ListedDispute = Schemas["ListedDispute"];
export type WaitingPayments = Schemas["WaitingPayments"];
export type TruckDashboard = Schemas["TruckDashboard"];
export type TruckNeeds = Schemas["TruckNeeds"];
export type PlatformDashboard = Schemas["PlatformDashboard"];

/** What a form sends: everything it shows. Only changes name the version that they change. */
type Whole<Name extends keyof Schemas> = {
  [Field in keyof Schemas[Name]]-?: Exclude<Schemas[Name][Field], undefined>;
};

type Filled<T, Nullable extends keyof T> = {
  [Field in keyof T]: Field extends Nullable ? T[Field] : NonNullable<T[Field]>;
};

export type TruckInput = Omit<
  Filled<Whole<"TruckRequest">, "imageUrl" | "bannerImage" | "accentHue">,
  "version" | "location" | "owner" | "scheduleMode" | "isDraft"
> & {
  location: Schemas["Location"];
  owner: Schemas["Owner"];
  version?: number;
  /** Of a new truck that customers do not see yet. */
  isDraft?: boolean;
};

/** A form says whether, never until when: the server keeps a return that it does not contradict. */
type MenuOptionInput = Omit<
  Filled<Whole<"OptionRequest">, never>,
  "_id" | "soldOutUntil" | "allergens"
> & { _id?: string; allergens: Schemas["OptionRequest"]["allergens"] };

/** An absent `_id` makes a new option or group, a known one keeps it. */
export type OptionGroupInput = Omit<
  Filled<Whole<"OptionGroupRequest">, never>,
  "_id" | "options" | "setId"
> & {
  _id?: string;
  /** The option set to follow, null to leave one; without it the group stays as it is. */
  setId?: string | null;
  options: MenuOptionInput[];
};

export type MenuItemInput = Omit<
  Filled<Whole<"ItemRequest">, "imageUrl">,
  | "position"
  | "truckId"
  | "version"
  | "optionGroups"
  | "soldOutUntil"
  | "diets"
  | "allergens"
  | "translations"
  | "saleTimes"
  | "saleTimesForSection"
> & {
  diets: Schemas["ItemRequest"]["diets"];
  allergens: Schemas["ItemRequest"]["allergens"];
  translations: Schemas["MenuTranslations"];
  saleTimes: Schemas["SaleTime"][];
  saleTimesForSection: boolean;
  optionGroups: OptionGroupInput[];
  position?: number;
  truckId?: string;
  version?: number;
};
