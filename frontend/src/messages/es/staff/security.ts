import type { security as en } from "@/messages/en/staff/security";
import { plural } from "@/messages/plural";

export const security: typeof en = {
  security: "Seguridad",
  confirmThatItIsYou: "Confirma que eres tú",
  enterTheCodeOfYourApp: "Escribe el código que muestra tu aplicación de autenticación.",
  enterARecoveryCode: "Escribe uno de tus códigos de recuperación. Sirve una sola vez.",
  enterYourPassword: "Escribe tu contraseña.",
  beforeWeGoOn: "Antes de seguir tenemos que estar seguros de que eres tú.",
  code: "Código",
  recoveryCode: "Código de recuperación",
  sixDigits: "Seis dígitos",
  recoveryCodeHint: "Diez letras y dígitos",
  enterTheCode: "Escribe el código",
  recoveryCodeWrong:
    "Este código de recuperación no es correcto o ya se usó. Revísalo o escribe otro.",
  useTheApp: "Usar la aplicación de autenticación",
  useARecoveryCode: "Usar un código de recuperación",
  confirm: "Confirmar",
  startAgain: "Empezar de nuevo",
  waitFor: ({ error, wait }) => `${error} Puedes volver a intentarlo en ${wait}.`,
  yourPasswordAlone:
    "Para entrar basta tu contraseña. Con un segundo factor, una contraseña robada no alcanza.",
  weAskForIt:
    "Al iniciar sesión te pedimos uno de estos además de tu contraseña, y otra vez antes de un reembolso grande.",
  setUpAnApp: "Configurar una aplicación de autenticación",
  addAnotherApp: "Agregar otra aplicación",
  secondFactors: "Segundos factores",
  added: ({ day }) => `Agregado el ${day}`,
  neverUsed: "todavía sin usar",
  lastUsed: ({ day }) => `usado por última vez el ${day}`,
  remove: "Quitar",
  removeNamed: ({ name }) => `Quitar ${name}`,
  removeQuestion: ({ name }) => `¿Quitar ${name}?`,
  removingTheLast:
    "Para entrar bastará otra vez tu contraseña. Tus códigos de recuperación dejan de servir y se cierra la sesión en tus otros dispositivos.",
  removingOne: "Deja de servir y se cierra la sesión en tus otros dispositivos.",
  removed: "Se quitó el segundo factor",
  recoveryCodes: "Códigos de recuperación",
  codesLeft: ({ count }) =>
    count === 0
      ? "Ya no te quedan códigos de recuperación. Crea nuevos ahora para no quedarte fuera si pierdes tu teléfono."
      : plural(count, {
          one: "Te queda 1 código de recuperación. Crea nuevos antes de que te hagan falta.",
          other: `Te quedan ${count} códigos de recuperación. Con cada uno puedes entrar una vez si pierdes tu teléfono.`,
        }),
  makeNewCodes: "Crear códigos de recuperación nuevos",
  makeThem: "Crear códigos",
  makeNewQuestion: "¿Crear códigos de recuperación nuevos?",
  oldCodesEnd: "Todos los códigos anteriores dejan de servir.",
  couldNotLoad: "No pudimos cargar tus segundos factores",
  scanThis: "Escanea esto con una aplicación de autenticación en tu teléfono",
  appsSuchAs: "Por ejemplo Google Authenticator, Microsoft Authenticator, 1Password o Aegis.",
  qrOfTheSecret: "Código QR para tu aplicación de autenticación",
  orTypeThisKey: "¿Sin cámara, o la aplicación está en este teléfono? Copia esta clave en ella:",
  nameOfTheApp: "Nombre",
  nameHint: "Para reconocerla, por ejemplo Mi teléfono.",
  authenticatorApp: "Aplicación de autenticación",
  codeOfTheApp: "Código que muestra la aplicación",
  turnOn: "Activar",
  saveTheseCodes: "Guarda tus códigos de recuperación",
  codesAreShownOnce:
    "Con cada uno puedes entrar una vez si pierdes tu teléfono. Solo se muestran ahora: guárdalos en un lugar al que puedas llegar sin él.",
  copy: "Copiar",
  copied: "Copiado",
  notCopied: "No se pudieron copiar los códigos. Descárgalos o imprímelos.",
  print: "Imprimir",
  download: "Descargar",
  iHaveSavedThem: "Ya los guardé",
  fileOf: ({ email }) => `Códigos de recuperación de Chuckwagon de ${email}`,
  secondFactorIsOn:
    "El segundo factor está activado. Se cerró la sesión en tus otros dispositivos.",
  appIsAdded: "Se agregó la aplicación",
  youNeedOne: "Configura un segundo factor",
  yourAccountNeedsOne: "Esta cuenta necesita un segundo factor. Configura uno para continuar.",
  hasSecondFactor: "Segundo factor",
  userHasOne: "Esta persona inicia sesión con un segundo factor.",
  removeTheirs: "Quitar el segundo factor",
  removeTheirsQuestion: ({ name }) => `¿Quitar el segundo factor de ${name}?`,
  onlyWhenLost:
    "Hazlo solo si estás seguro de que esta persona lo pidió. Para entrar bastará su contraseña, y se cierra la sesión en todos sus dispositivos.",
  theirsIsRemoved: ({ name }) => `${name} ahora entra solo con la contraseña`,
};
