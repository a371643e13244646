/** What staff read about their own account, and about the account of the books. */
import { plural } from "@/messages/language";

export const account = {
  profile: {
    needsConnection: "Security, sign-ins and devices need a connection",
    notSaved: ({ reason }: { reason: string }) => `Failed to save your profile: ${reason}`,
    notSavedUntil: ({ reason, wait }: { reason: string; wait: string }) =>
      `Failed to save your profile: ${reason} You can try again in ${wait}.`,
    access: {
      unchanged: "Change your email or enter a new password first.",
      title: "How you sign in",
      newPasswordHint:
        "At least 8 characters. Leave it empty to keep the present one. A new one signs you out on your other devices.",
      currentPassword: "Current password",
      currentPasswordHint: "To be sure that it is you.",
      submit: "Save email and password",
      saved: "Your sign-in is saved",
    },
    email: {
      linkSent: ({ email }: { email: string }) =>
        `We sent a link to ${email}. Open it to use that address.`,
      unconfirmed: ({ email }: { email: string }) => `${email} is not confirmed yet`,
      unconfirmedHint: ({ email }: { email: string }) =>
        `Open the link we sent there, where you are signed in. Until then you sign in with ${email}.`,
      sentAgain: "The link is sent again",
      kept: "Your email stays as it is",
      cannotSend: "No email can be sent from here, so your address cannot be changed.",
    },
    name: {
      saved: "Your name is saved",
      title: "About you",
    },
    signsInAs: "Signs in as",
    title: "Your profile",
    lead: "How you appear here, and how you sign in.",
  },
  security: {
    rename: "Rename",
    renameNamed: ({ name }: { name: string }) => `Rename ${name}`,
    title: "Security",
    passwordOnly:
      "Your password alone signs you in. With a second factor, a stolen password is not enough.",
    withFactor:
      "When you sign in, we ask for one of these besides your password, and again before a large refund.",
    app: {
      title: "Set up an authenticator app",
      another: "Add another app",
      scan: "Scan this with an authenticator app on your phone",
      examples: "Such as Google Authenticator, Microsoft Authenticator, 1Password or Aegis.",
      qr: "QR code for your authenticator app",
      typeKey: "No camera, or the app is on this phone? Copy this key into the app:",
      nameHint: "To recognize it later, such as My phone.",
      name: "Authenticator app",
      code: "Code that the app shows",
      submit: "Turn on",
      added: "The app is added",
    },
    factors: {
      title: "Second factors",
      added: ({ day }: { day: string }) => `Added ${day}`,
      unused: "not used yet",
      lastUsed: ({ day }: { day: string }) => `last used ${day}`,
      removeQuestion: ({ name }: { name: string }) => `Remove ${name}?`,
      removeLastHint:
        "Your password alone will sign you in again. Your recovery codes stop working, and your other devices are signed out.",
      removeHint: "It stops working, and your other devices are signed out.",
      removed: "The second factor is removed",
    },
    codes: {
      title: "Recovery codes",
      left: ({ count }: { count: number }) =>
        count === 0
          ? "No recovery codes are left. Make new ones now, so that a lost phone does not lock you out."
          : plural(count, {
              one: "1 recovery code is left. Make new ones before you need it.",
              other: `${count} recovery codes are left. Each signs you in once when your phone is lost.`,
            }),
      renew: "Make new recovery codes",
      renewSubmit: "Make new codes",
      renewQuestion: "Make new recovery codes?",
      renewHint: "All earlier codes stop working.",
      save: "Save your recovery codes",
      saveHint:
        "Each one signs you in once if you lose your phone. They are shown only now: keep them somewhere you can get to without it.",
      copied: "Copied",
      copyFailed: "The codes could not be copied. Download or print them.",
      download: "Download",
      confirm: "I have saved them",
      fileTitle: ({ email }: { email: string }) => `Chuckwagon recovery codes of ${email}`,
    },
    turnedOn: "The second factor is on. Your other devices are signed out.",
    required: {
      title: "Set up a second factor",
      lead: "This account needs a second factor. Set one up to continue.",
    },
    ofUser: {
      has: "This person signs in with a second factor.",
      remove: "Remove the second factor",
      removeQuestion: ({ name }: { name: string }) => `Remove the second factor of ${name}?`,
      removeHint:
        "Do this only when you are sure that they asked for it. Their password alone will sign them in, and all their devices are signed out.",
      removed: ({ name }: { name: string }) => `${name} signs in with the password alone now`,
    },
  },
  sessions: {
    title: "Where you are signed in",
    failed: "Failed to load where you are signed in",
    unknownDevice: "Unknown device",
    device: ({ browser, system }: { browser: string; system: string }) => `${browser} on ${system}`,
    thisDevice: "This device",
    signedIn: ({ at }: { at: string }) => `Signed in ${at}`,
    lastUsed: ({ age }: { age: string }) => `Last used ${age}`,
    network: ({ network }: { network: string }) => `Network address ${network}`,
    ended: ({ device }: { device: string }) => `${device} is signed out`,
    showAll: ({ count }: { count: number }) => `Show all ${count}`,
    nowhereElse: "You are signed in nowhere else.",
    endOthers: "Sign out everywhere else",
    endOthersQuestion: ({ count }: { count: number }) =>
      count === 1 ? "Sign out on the other device?" : `Sign out on ${count} other devices?`,
    endOthersHint:
      "You stay signed in on this device. On the others, your password is needed again.",
    endedOthers: ({ count }: { count: number }) =>
      count === 1 ? "Signed out on 1 other device" : `Signed out on ${count} other devices`,
  },
  /** What the programs of bookkeepers call the accounts of a truck. */
  bookAccounts: {
    names: {
      cash: "Cash drawer",
      card: "Card terminal of another provider",
      processor: "Card payments",
      platform: "Held by the platform",
      tax: "Sales tax",
      tips: "Tips",
      drawer: "Pay-ins and pay-outs",
      sales: "Sales",
      discounts: "Discounts",
      refunds: "Refunds",
      fees: "Platform fees",
      disputes: "Disputes",
      overShort: "Cash over and short",
    },
    title: "Account names and codes",
    lead: "Set once what your bookkeeper's program calls each account. The Xero file and the journal use these names.",
    codeOf: ({ account }: { account: string }) => `Code: ${account}`,
    taxRates: "Names of tax rates",
    taxRatesHint:
      "For Xero. Import its file with amounts as No tax, because the tax has a line of its own.",
    rate: "Rate in percent",
    rateName: "Name in the program",
    addRate: "Add a rate",
    removeRate: "Remove rate",
    noTax: "Name of the rate for no tax",
    required: "Fill this in.",
    rateWrong: ({ highest }: { highest: number }) => `Enter a rate from 0 to ${highest}.`,
    conflict: "Someone has changed these names since you opened them",
    saved: "Account names saved",
    loading: "Loading the account names...",
    failed: "Failed to load the account names",
  },
  alertDevices: {
    failed: "Failed to load your devices",
    title: "Devices that get new-order alerts",
    none: "None yet. Switch it on under Orders, on the device that should ring.",
    device: ({ truckName, isCurrent }: { truckName: string; isCurrent: boolean }) =>
      `${truckName}${isCurrent ? ", this device" : ""}`,
    removeNamed: ({ name, truckName }: { name: string; truckName: string }) =>
      `Remove ${name}, ${truckName}`,
    removed: "The device gets no more alerts",
  },
};
