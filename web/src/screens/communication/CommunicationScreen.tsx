import { CommunicationPage } from '../../communication/CommunicationPage.tsx'

/** Conversations of dispatch with drivers, customers and colleagues. */
export function CommunicationScreen({ title }: { title: string }) {
  return <CommunicationPage title={title} />
}
