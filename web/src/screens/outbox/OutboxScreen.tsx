import { DeliveriesPage } from '../../monitoring/DeliveriesPage.tsx'

/** Mails and SMS of the whole product. */
export const OutboxScreen = ({ title }: { title: string }) => <DeliveriesPage title={title} />
