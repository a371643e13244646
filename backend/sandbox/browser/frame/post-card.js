/* global encodeForm -- shared with the page's script and loaded before this module */

const UNREACHABLE = {
  error: {
    type: 'api_connection_error',
    message:
      'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
  },
};

/** Posts the page's request together with the card, from this frame, so that the number never reaches the page. */
export async function postCard(form, { path, params, cardUnder }) {
  const data = { type: 'card', card: form.card };
  const target = cardUnder ? params[cardUnder] : params;
  const billing = { ...target.billing_details };
  if (!billing.address) Object.assign(billing, form.billingAddress);
  const filled = { ...target, ...data, billing_details: billing };
  const body = encodeForm(cardUnder ? { ...params, [cardUnder]: filled } : filled);
  try {
    const response = await fetch(path, { method: 'POST', body });
    return await response.json();
  } catch {
    return UNREACHABLE;
  }
}
