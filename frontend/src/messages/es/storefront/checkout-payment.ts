import type { checkoutPayment as en } from "@/messages/en/storefront/checkout-payment";

export const checkoutPayment: typeof en = {
  backToCustomerInformation: "Volver a tus datos",
  paymentAlreadyCompleted: "¡El pago ya está hecho!",
  yourPaymentIsBeingProcessed: "Tu pago se está procesando...",
  paymentSuccessfulRedirecting: "¡Pago exitoso! Un momento...",
  paymentIsBeingProcessedYou: "El pago se está procesando. Pronto recibirás la confirmación.",
  errorLoadingPaymentFormPlease: "No se pudo cargar el formulario de pago. Inténtalo de nuevo.",
  paymentSystemNotReadyPlease:
    "El sistema de pago no está listo. Recarga la página e inténtalo de nuevo.",
  paymentFormIsLoadingPlease:
    "El formulario de pago está cargando. Espera un momento e inténtalo de nuevo.",
  paymentProcessingFailedPleaseTry: "No se pudo procesar el pago. Inténtalo de nuevo.",
  paymentFailedPleaseCheckYour: "El pago no pasó. Revisa los datos de tu tarjeta.",
  unexpectedErrorOccurredPleaseTry: "Ocurrió un error inesperado. Inténtalo de nuevo.",
  pleaseEnterYourPaymentDetails: "Escribe los datos de tu pago.",
  pleaseConfirmYourPayment: "Confirma tu pago.",
  paymentSetupError: ({ message }: { message: string }) => `Error al preparar el pago: ${message}`,
  billingAddress: "Dirección de facturación",
  card: "Tarjeta",
  processing: "Procesando...",
  pay: ({ totalDollars }: { totalDollars: string }) => `Pagar ${totalDollars}`,
  payment: "Pago",
  tryAgain: "Intentar de nuevo",
  loadingPaymentForm: "Cargando el formulario de pago...",
  neverChargedTwice:
    "Se perdió la conexión. Toca Pagar otra vez cuando regrese: esta orden nunca se cobra dos veces.",
  cardFormNotLoaded: "No se pudo cargar el formulario de la tarjeta.",
  blockerOrNetwork:
    "Puede ser por un bloqueador de contenido o por la red. Desactiva el bloqueador en esta página o inténtalo de nuevo.",
  alreadyPaid: ({ amount }: { amount: string }) => `Ya pagaste ${amount} en este food truck.`,
  thisIsAnotherOrder: "El pago de abajo es de otra orden. Paga solo si quieres las dos.",
  seePaidOrder: "Ver la orden pagada",
  sandboxNoRealCardIs: "Prueba: no se cobra ninguna tarjeta real.",
  n4242424242424242Pays:
    "4242 4242 4242 4242 paga, 4000 0000 0000 0002 se rechaza; cualquier fecha futura, cualquier CVC.",
};
