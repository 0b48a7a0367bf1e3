import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useCan, useWorkspace } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { WebhooksTab } from '../webhooks/WebhooksTab.tsx'
import { CompanyQuietHours } from './CompanyQuietHours.tsx'
import { RulesPage } from './RulesPage.tsx'

const tabs = ['notifications', 'webhooks', 'quiet'] as const

/** Who is notified of what in the company that is shown, by which methods, and when not. */
export function RulesTabs({ title }: { title: string }) {
  const { t } = useText()
  const can = useCan()
  const { company } = useWorkspace()
  const [query, change] = useAddressState()
  const offered = tabs.filter((name) => name !== 'webhooks' || can('webhooks.edit'))
  const tab = offered.find((name) => name === oneOf(query.tab)) ?? 'notifications'
  return (
    <>
      <PageHeader title={title} detail={company?.name} />
      <Tabs
        value={tab}
        aria-label={title}
        onChange={(_, next: string) => change({ tab: next === 'notifications' ? undefined : next })}
        sx={{ mb: '12px' }}
      >
        {offered.map((name) => (
          <Tab key={name} value={name} label={t(`notificationRules.tab.${name}`)} />
        ))}
      </Tabs>
      {company === null ? (
        <Card>
          <EmptyState title={t('webhooks.noCompany')} />
        </Card>
      ) : tab === 'webhooks' ? (
        <WebhooksTab />
      ) : tab === 'quiet' ? (
        <CompanyQuietHours key={company.id} companyId={company.id} />
      ) : (
        <RulesPage key={company.id} companyId={company.id} />
      )}
    </>
  )
}
