import type * as en from "@/messages/en/account";
import { plural } from "@/messages/language";

export const account: typeof en.account = {
  profile: {
    needsConnection: "La seguridad, las sesiones y los dispositivos necesitan conexión",
    notSaved: ({ reason }) => `No se pudo guardar tu perfil: ${reason}`,
    notSavedUntil: ({ reason, wait }) =>
      `No se pudo guardar tu perfil: ${reason} Puedes intentarlo de nuevo en ${wait}.`,
    access: {
      unchanged: "Primero cambia tu correo o escribe una contraseña nueva.",
      title: "Cómo inicias sesión",
      newPasswordHint:
        "Al menos 8 caracteres. Déjala vacía para seguir con la actual. Una nueva cierra tu sesión en tus otros dispositivos.",
      currentPassword: "Contraseña actual",
      currentPasswordHint: "Para confirmar que eres tú.",
      submit: "Guardar correo y contraseña",
      saved: "Se guardaron tus datos para iniciar sesión",
    },
    email: {
      linkSent: ({ email }) => `Mandamos un enlace a ${email}. Ábrelo para usar esa dirección.`,
      unconfirmed: ({ email }) => `Falta confirmar ${email}`,
      unconfirmedHint: ({ email }) =>
        `Abre el enlace que mandamos ahí, donde tengas la sesión iniciada. Hasta entonces inicias sesión con ${email}.`,
      sentAgain: "Mandamos el enlace otra vez",
      kept: "Tu correo sigue igual",
      cannotSend: "Desde aquí no se puede mandar correo, así que no puedes cambiar el tuyo.",
    },
    name: {
      saved: "Se guardó tu nombre",
      title: "Sobre ti",
    },
    signsInAs: "Inicia sesión como",
    title: "Tu perfil",
    lead: "Cómo apareces aquí y cómo inicias sesión.",
  },
  security: {
    rename: "Cambiar nombre",
    renameNamed: ({ name }) => `Cambiar nombre de ${name}`,
    title: "Seguridad",
    passwordOnly:
      "Para entrar basta tu contraseña. Con un segundo factor, una contraseña robada no alcanza.",
    withFactor:
      "Al iniciar sesión te pedimos uno de estos además de tu contraseña, y otra vez antes de un reembolso grande.",
    app: {
      title: "Configurar una aplicación de autenticación",
      another: "Agregar otra aplicación",
      scan: "Escanea esto con una aplicación de autenticación en tu teléfono",
      examples: "Por ejemplo Google Authenticator, Microsoft Authenticator, 1Password o Aegis.",
      qr: "Código QR para tu aplicación de autenticación",
      typeKey: "¿Sin cámara, o la aplicación está en este teléfono? Copia esta clave en ella:",
      nameHint: "Para reconocerla, por ejemplo Mi teléfono.",
      name: "Aplicación de autenticación",
      code: "Código que muestra la aplicación",
      submit: "Activar",
      added: "Se agregó la aplicación",
    },
    factors: {
      title: "Segundos factores",
      added: ({ day }) => `Agregado el ${day}`,
      unused: "todavía sin usar",
      lastUsed: ({ day }) => `usado por última vez el ${day}`,
      removeQuestion: ({ name }) => `¿Quitar ${name}?`,
      removeLastHint:
        "Para entrar bastará otra vez tu contraseña. Tus códigos de recuperación dejan de servir y se cierra la sesión en tus otros dispositivos.",
      removeHint: "Deja de servir y se cierra la sesión en tus otros dispositivos.",
      removed: "Se quitó el segundo factor",
    },
    codes: {
      title: "Códigos de recuperación",
      left: ({ count }) =>
        count === 0
          ? "Ya no te quedan códigos de recuperación. Crea nuevos ahora para no quedarte fuera si pierdes tu teléfono."
          : plural(count, {
              one: "Te queda 1 código de recuperación. Crea nuevos antes de que te hagan falta.",
              other: `Te quedan ${count} códigos de recuperación. Con cada uno puedes entrar una vez si pierdes tu teléfono.`,
            }),
      renew: "Crear códigos de recuperación nuevos",
      renewSubmit: "Crear códigos",
      renewQuestion: "¿Crear códigos de recuperación nuevos?",
      renewHint: "Todos los códigos anteriores dejan de servir.",
      save: "Guarda tus códigos de recuperación",
      saveHint:
        "Con cada uno puedes entrar una vez si pierdes tu teléfono. Solo se muestran ahora: guárdalos en un lugar al que puedas llegar sin él.",
      copied: "Copiado",
      copyFailed: "No se pudieron copiar los códigos. Descárgalos o imprímelos.",
      download: "Descargar",
      confirm: "Ya los guardé",
      fileTitle: ({ email }) => `Códigos de recuperación de Chuckwagon de ${email}`,
    },
    turnedOn: "El segundo factor está activado. Se cerró la sesión en tus otros dispositivos.",
    required: {
      title: "Configura un segundo factor",
      lead: "Esta cuenta necesita un segundo factor. Configura uno para continuar.",
    },
    ofUser: {
      has: "Esta persona inicia sesión con un segundo factor.",
      remove: "Quitar el segundo factor",
      removeQuestion: ({ name }) => `¿Quitar el segundo factor de ${name}?`,
      removeHint:
        "Hazlo solo si estás seguro de que esta persona lo pidió. Para entrar bastará su contraseña, y se cierra la sesión en todos sus dispositivos.",
      removed: ({ name }) => `${name} ahora entra solo con la contraseña`,
    },
  },
  sessions: {
    title: "Dónde tienes sesión abierta",
    failed: "No se pudo cargar dónde tienes sesión abierta",
    unknownDevice: "Dispositivo desconocido",
    device: ({ browser, system }) => `${browser} en ${system}`,
    thisDevice: "Este dispositivo",
    signedIn: ({ at }) => `Sesión iniciada: ${at}`,
    lastUsed: ({ age }) => `Último uso: ${age}`,
    network: ({ network }) => `Dirección de red: ${network}`,
    ended: ({ device }) => `Se cerró la sesión de ${device}`,
    showAll: ({ count }) => `Mostrar las ${count}`,
    nowhereElse: "No tienes sesión abierta en ningún otro lugar.",
    endOthers: "Cerrar las demás sesiones",
    endOthersQuestion: ({ count }) =>
      count === 1
        ? "¿Cerrar la sesión en el otro dispositivo?"
        : `¿Cerrar la sesión en ${count} dispositivos más?`,
    endOthersHint:
      "En este dispositivo sigues con la sesión abierta. En los demás se pide la contraseña otra vez.",
    endedOthers: ({ count }) =>
      count === 1
        ? "Se cerró la sesión en 1 dispositivo más"
        : `Se cerró la sesión en ${count} dispositivos más`,
  },
  bookAccounts: {
    names: {
      cash: "Caja de efectivo",
      card: "Terminal de tarjetas de otro proveedor",
      processor: "Pagos con tarjeta",
      platform: "Retenido por la plataforma",
      tax: "Impuesto sobre ventas",
      tips: "Propinas",
      drawer: "Entradas y salidas de efectivo",
      sales: "Ventas",
      discounts: "Descuentos",
      refunds: "Reembolsos",
      fees: "Cargos de la plataforma",
      disputes: "Disputas",
      overShort: "Sobrantes y faltantes de caja",
    },
    title: "Nombres y códigos de cuentas",
    lead: "Escribe una sola vez cómo se llama cada cuenta en el programa de contabilidad. El archivo de Xero y el diario usan estos nombres.",
    codeOf: ({ account }) => `Código: ${account}`,
    taxRates: "Nombres de las tasas de impuesto",
    taxRatesHint:
      "Para Xero. Importa su archivo con montos sin impuesto (No tax), porque el impuesto tiene su propia línea.",
    rate: "Tasa en porcentaje",
    rateName: "Nombre en el programa",
    addRate: "Agregar una tasa",
    removeRate: "Quitar la tasa",
    noTax: "Nombre de la tasa sin impuesto",
    required: "Completa este campo.",
    rateWrong: ({ highest }) => `Escribe una tasa de 0 a ${highest}.`,
    conflict: "Alguien cambió estos nombres desde que los abriste",
    saved: "Nombres de cuentas guardados",
    loading: "Cargando los nombres de cuentas...",
    failed: "No se pudieron cargar los nombres de cuentas",
  },
  alertDevices: {
    failed: "No se pudieron cargar tus dispositivos",
    title: "Dispositivos que reciben avisos de órdenes nuevas",
    none: "Todavía ninguno. Actívalo en Órdenes, en el dispositivo que debe sonar.",
    device: ({ truckName, isCurrent }) => `${truckName}${isCurrent ? ", este dispositivo" : ""}`,
    removeNamed: ({ name, truckName }) => `Quitar ${name}, ${truckName}`,
    removed: "El dispositivo ya no recibe avisos",
  },
};
