import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import type { ReactNode } from 'react'
import { useCan } from '../app/client-context.tsx'
import { oneOf, useAddressState } from '../app/navigation/address.tsx'
import { useText } from '../ui/i18n.tsx'
import { RulesPage } from './custom/RulesPage.tsx'
import { EventsPage } from './list/EventsPage.tsx'

const tabs = ['events', 'rules'] as const

/** What happened to the vehicles of the fleets shown, what was done about it, and the rules that make events of readings. */
export function EventsAndRules({ title, views }: { title: string; views: ReactNode }) {
  const { t } = useText()
  const mayRead = useCan()('customRules.read')
  const [query, change] = useAddressState()
  const tab = mayRead && oneOf(query.tab) === 'rules' ? 'rules' : 'events'
  return (
    <>
      {mayRead && (
        <Tabs
          value={tab}
          aria-label={title}
          onChange={(_, next: string) => change({ tab: next === 'events' ? undefined : next })}
          sx={{ mb: '12px' }}
        >
          {tabs.map((name) => (
            <Tab key={name} value={name} label={t(`customRules.tab.${name}`)} />
          ))}
        </Tabs>
      )}
      {tab === 'rules' ? <RulesPage title={title} /> : <EventsPage title={title} views={views} />}
    </>
  )
}
