export const domainCart = {
  walkUp: "Walk-up",
  isNoLongerOnMenu: ({ name }: { name: string }) => `${name} is no longer on the menu.`,
  isSoldOut: ({ name }: { name: string }) => `${name} is sold out.`,
  optionIsNoLongerOffered: "An option is no longer offered. Please choose again.",
  pleaseChooseAgain: ({ group }: { group: string }) => `Please choose ${group} again.`,
  nowEachWas: ({ now, toldCents }: { now: string; toldCents: string }) =>
    `Now ${now} each, was ${toldCents}.`,
  isNowWas: ({ name, is, was }: { name: string; is: string; was: string }) =>
    `${name} is now ${is} (was ${was})`,
  isNoLongerOnMenuAnd: ({ name }: { name: string }) =>
    `${name} is no longer on the menu and was removed`,
  isSoldOutAndWas: ({ name }: { name: string }) => `${name} is sold out and was removed`,
  wasRemovedIsSoldOut: ({ name, soldOut }: { name: string; soldOut: string }) =>
    `${name} was removed: ${soldOut} is sold out`,
  wasRemovedIsNoLonger: ({ name, name2 }: { name: string; name2: string }) =>
    `${name} was removed: ${name2} is no longer offered`,
  wasRemovedPleaseChooseAgain: ({ name, name2 }: { name: string; name2: string }) =>
    `${name} was removed: please choose ${name2} again`,
  wasRemoved: ({ name, replace }: { name: string; replace: string }) =>
    `${name} was removed: ${replace}`,
};
