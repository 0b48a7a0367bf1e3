import { RulesTabs } from '../../notifications/rules/RulesTabs.tsx'

/** Rules of notifications, webhooks and quiet hours. */
export function RulesScreen({ title }: { title: string }) {
  return <RulesTabs title={title} />
}
