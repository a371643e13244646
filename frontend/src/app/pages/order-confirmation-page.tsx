export function OrderConfirmationPage({ slug }: { slug: string }) {
  return <h1>Order {slug}</h1>;
}
