/** Why a browser cannot be told by push. */
export const domainPush = {
  denied:
    "Notifications from this site are blocked. Allow them in the browser's site settings, next to the address, and try again.",
  install:
    "On an iPhone or iPad, add this page to the Home Screen first: press Share, then Add to Home Screen. Then open it from there.",
  missing: "This browser cannot show notifications.",
};
