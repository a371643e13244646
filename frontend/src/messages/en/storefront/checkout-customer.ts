export const checkoutCustomer = {
  pleaseFillInAllRequired: "Please fill in all required fields",
  pleaseEnterValid10Digit: "Please enter a valid 10-digit phone number",
  onlyUsNumbers: "Only US mobile numbers can get our texts.",
  pleaseAllowAtLeastMinutes: ({ leadMinutes }: { leadMinutes: number }) =>
    `Please allow at least ${leadMinutes} minutes for preparation`,
  enterYourName: "Enter your name",
  enterYourPhoneNumber: "Enter your phone number",
  chooseAPickupTime: "Choose a pickup time",
  today: "today",
  tomorrow: ({ pickup }: { pickup: string }) => `tomorrow, ${pickup},`,
  readyAtTruckTime: ({ day, pickup }: { day: string; pickup: string }) =>
    `Ready ${day} at ${pickup}, truck time.`,
  customerInfo: "Customer Info",
  tellKitchenWhoIsComing: "Tell the kitchen who is coming, and when.",
  name: "Name",
  phone: "Phone",
  weTextYouAboutThis: "We text you about this order only.",
  emailOptional: "Email (optional)",
  weEmailYourReceipt: "We send your receipt to it.",
  oneMoment: "One moment…",
  continueToPayment: "Continue to Payment",
  atLeastMinutesFromNow: ({ leadMinutes }: { leadMinutes: number }) =>
    `At least ${leadMinutes} minutes from now, in the truck's time.`,
  pickupTime: "Pickup time",
  asSoonAsPossible: "As soon as possible",
  readyInAboutMinutes: ({ leadMinutes }: { leadMinutes: number }) =>
    `Ready in about ${leadMinutes} minutes.`,
  orChooseLaterTimeIn: "Or choose a later time, in the truck's time.",
  yourContactDetailsAreSaved: "Your contact details are saved on this device for your next order.",
  yourContactDetailsAreNo: "Your contact details are no longer saved on this device.",
  forget: "Forget",
  rememberMe: "Remember me on this device",
};
