export function CheckoutPage({ slug }: { slug: string | undefined }) {
  return <h1>Checkout {slug}</h1>;
}
