import Box from '@mui/material/Box'
import DialogTitle from '@mui/material/DialogTitle'
import type { CustomRule } from '@rumbo/contract/events.custom.contract'
import { type RuleTestResult, testCustomRule } from '@rumbo/contract/events.custom-test.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId } from 'react'
import { useChange } from '../../app/data/use-data.ts'
import { HistoryTestForm } from '../../telemetry/history-test/HistoryTestForm.tsx'
import { TestedEvents } from '../../telemetry/history-test/TestedEvents.tsx'
import { useHistoryTest } from '../../telemetry/history-test/use-history-test.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { readingWords, ruleDetail, ruleWords } from './rule-words.rules.ts'

/** A rule, saved or not. */
export type TestedRule = Pick<
  CustomRule,
  'fleetId' | 'name' | 'scope' | 'match' | 'conditions' | 'seconds' | 'schedule' | 'cooldownSeconds'
>

/** Runs a rule over recorded readings: what it would have raised. */
export function RuleTestDialog({ rule, onClose }: { rule: TestedRule; onClose: () => void }) {
  const { t } = useText()
  const titleId = useId()
  const starting = useChange(testCustomRule)
  const test = useHistoryTest<RuleTestResult>(t('customRules.test.failed'))
  const { fleetId, match, conditions, seconds, schedule, cooldownSeconds } = rule
  return (
    <GuardedDialog onClose={onClose} isChanged={false} maxWidth="md" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('history.test.title', { name: rule.name })}</DialogTitle>
          <HistoryTestForm
            fleetId={fleetId}
            scope={rule.scope}
            text={t('customRules.test.text')}
            test={test}
            isStarting={starting.isPending}
            onStart={(asked) =>
              void test.start(() =>
                starting.mutateAsync({
                  body: { ...asked, match, conditions, seconds, schedule, cooldownSeconds },
                }),
              )
            }
            onClose={leave}
          >
            {(result) => <RuleTestFindings rule={rule} result={result} />}
          </HistoryTestForm>
        </>
      )}
    </GuardedDialog>
  )
}

function RuleTestFindings({ rule, result }: { rule: TestedRule; result: RuleTestResult }) {
  const { t, language } = useText()
  const number = (value: number) => formatNumber(language, value)
  const raising = result.vehicles.filter(({ raised }) => raised > 0)
  const reports = result.vehicles.reduce((sum, one) => sum + one.reports, 0)
  const facts = [
    {
      name: t('customRules.inWords'),
      value: [ruleWords(t, language, rule), ruleDetail(t, language, rule)].filter(Boolean).join(' · '),
    },
    { name: t('customRules.test.raised'), value: number(result.raised) },
    {
      name: t('customRules.test.vehicles'),
      value: t('customRules.test.ofVehicles', {
        raising: number(raising.length),
        all: number(result.vehicles.length),
      }),
    },
    { name: t('customRules.test.suppressed'), value: number(result.suppressed) },
    { name: t('customRules.test.reports'), value: number(reports) },
  ]
  return (
    <Box sx={{ display: 'grid', gap: '16px', minWidth: 0 }}>
      <FactList facts={facts} />
      <TestedEvents
        events={result.events}
        vehicles={result.vehicles}
        total={result.raised}
        centre={null}
        head={
          <Box component="h3" sx={{ typography: 'h3', m: 0 }}>
            {t('customRules.test.events')}
          </Box>
        }
        empty={t('history.test.none')}
        keyOf={({ at, vehicleId }) => `${at} ${vehicleId}`}
        words={({ readings }) => (
          <Box component="span" sx={{ fontWeight: 620 }}>
            {Object.entries(readings)
              .map(([name, value]) => readingWords(t, language, name, value))
              .join(' · ')}
          </Box>
        )}
      />
    </Box>
  )
}
