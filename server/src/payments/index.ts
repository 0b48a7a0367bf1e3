export { paymentEndpoints } from './payments.endpoints.ts'
