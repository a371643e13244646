import { Suspense } from "react";
import { messages as m } from "@/messages";
import { classNames } from "@/ui/class-names";
import { Spinner } from "@/ui/feedback/spinner";
import { CheckIcon } from "@/ui/icons/first-page-icons";
import { Row } from "@/ui/layout";
import styles from "./checkout.module.css";
import { STEPS, type Step } from "./checkout-state";
import { CustomerInfoStep } from "./customer-info-step";

export function CurrentStep({ step }: { step: Step }) {
  const Content = STEPS.find((each) => each.step === step)?.Content ?? CustomerInfoStep;
  return (
    <Suspense fallback={<Spinner label={m.payment.loadingForm} showLabel />}>
      <Content />
    </Suspense>
  );
}

/** Where in the checkout the customer stands. */
export function StepList({ current }: { current: Step }) {
  const currentIndex = STEPS.findIndex(({ step }) => step === current);
  return (
    <Row as="ol" gap={6} rowGap={2} aria-label={m.checkout.steps.label}>
      {STEPS.map(({ step, name }, index) => (
        <Row
          key={step}
          as="li"
          inline
          gap={2}
          align="center"
          oneLine
          soft
          weight={600}
          aria-current={index === currentIndex ? "step" : undefined}
          className={classNames(index === currentIndex && styles.stepCurrent)}
        >
          <span className={styles.stepNumber}>{index + 1}</span> <span>{name()}</span>
          {index < currentIndex ? <CheckIcon size={16} /> : null}
          {index < currentIndex ? (
            <span className="visually-hidden"> {m.checkout.steps.done}</span>
          ) : null}
        </Row>
      ))}
    </Row>
  );
}
