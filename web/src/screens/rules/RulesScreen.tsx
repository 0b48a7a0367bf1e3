import { RulesPage } from '../../notifications/rules/RulesPage.tsx'

/** Who is notified of what, and the systems that are called. */
export function RulesScreen({ title }: { title: string }) {
  return <RulesPage title={title} />
}
