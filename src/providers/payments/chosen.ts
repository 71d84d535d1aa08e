import type { PaymentProvider } from "./payment-provider.ts";
import { razorpay } from "./razorpay/razorpay.ts";

/** The payment provider that the service uses: the only line that names one. */
export const paymentProvider: PaymentProvider = razorpay;
