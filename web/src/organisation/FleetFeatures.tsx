import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { readFleetConfiguration, saveFleetConfiguration } from '@rumbo/contract/organisation.contract'
import { useState } from 'react'
import { useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { SavedMeanwhile } from '../app/data/SavedMeanwhile.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { floatingLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { CardsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import {
  type Configuration,
  enabledOf,
  isOn,
  type Switched,
  withSwitched,
} from './configuration-draft.rules.ts'
import { FeatureCards } from './FeatureCards.tsx'

interface FleetFeaturesProps {
  fleetId: string
  /** The feature to bring into view. */
  wanted: string
}

/** The features of a fleet, switched on and off and saved together. */
export function FleetFeatures({ fleetId, wanted }: FleetFeaturesProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { reload } = useWorkspace()
  const params = { id: fleetId }
  const answer = useEndpoint(readFleetConfiguration, { params })
  const [switched, setSwitched] = useState<Switched>({})
  /** The configuration when the first switch was changed: later changes by others are a conflict. */
  const [base, setBase] = useState<Configuration | null>(null)
  const [conflict, setConflict] = useState<ProblemError | null>(null)
  const save = useChange(saveFleetConfiguration)
  const configuration = base ?? answer.data
  useUnsaved(Object.keys(switched).length > 0)

  const put = (next: Switched, of: Configuration | null) => {
    setSwitched(next)
    setBase(Object.keys(next).length > 0 ? of : null)
  }
  const send = async (of: Configuration, version: number) => {
    try {
      const saved = await save.mutateAsync({ params, body: { enabled: enabledOf(of, switched), version } })
      put({}, null)
      void reload()
      const done = t('companies.configuration.saved', { fleet: saved.fleetName })
      toasts.show({ type: 'success', message: done })
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'stale_version') setConflict(error)
      else if (error instanceof ProblemError && error.code === 'forbidden') {
        toasts.show({ type: 'error', message: t('organisation.error.configurationForbidden') })
      } else {
        const fallback = t('companies.error.configurationSave')
        toasts.show({ type: 'error', message: message(error, fallback) })
      }
    }
  }

  if (configuration === undefined) {
    return answer.isError ? (
      <Card>
        <ErrorState
          title={message(answer.error, t('companies.error.configurationLoad'))}
          onRetry={() => void answer.refetch()}
        />
      </Card>
    ) : (
      <CardsSkeleton cards={5} />
    )
  }
  const changes = Object.keys(switched).length
  const theirs = conflict?.problem?.current as Configuration | undefined
  const word = (isEnabled: boolean) => t(isEnabled ? 'companies.yes' : 'companies.no')
  return (
    <>
      <FeatureCards
        configuration={configuration}
        switched={switched}
        isBusy={save.isPending}
        wanted={wanted}
        onSwitch={(feature, isEnabled) =>
          put(withSwitched(configuration, switched, feature, isEnabled), configuration)
        }
      />
      {changes > 0 && (
        <Box
          role="region"
          data-bottom-bar
          aria-label={t('companies.configuration.unsaved', { count: changes })}
          sx={{
            position: 'sticky',
            bottom: 12,
            zIndex: 1,
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: '10px',
            mt: '16px',
            p: '10px 14px',
            ...floatingLook,
            boxShadow: `0 6px 20px ${token('shadow')}`,
          }}
        >
          <Box role="status" sx={{ mr: 'auto', fontWeight: 620 }}>
            {t('companies.configuration.unsaved', { count: changes })}
          </Box>
          <Button onClick={() => put({}, null)} disabled={save.isPending}>
            {t('companies.configuration.discard')}
          </Button>
          <Button
            variant="contained"
            loading={save.isPending}
            onClick={() => void send(configuration, configuration.version)}
          >
            {t('ui.save')}
          </Button>
        </Box>
      )}
      {conflict !== null && theirs !== undefined && (
        <SavedMeanwhile
          conflict={conflict}
          differences={theirs.features
            .filter(({ feature, isEnabled }) => isEnabled !== isOn(configuration, switched, feature))
            .map(({ feature, isEnabled }) => ({
              label: t(`companies.feature.${feature}`),
              mine: word(isOn(configuration, switched, feature)),
              theirs: word(isEnabled),
            }))}
          onClose={() => setConflict(null)}
          onUseTheirs={() => {
            setConflict(null)
            put({}, null)
          }}
          onKeepMine={() => {
            setConflict(null)
            void send(configuration, theirs.version)
          }}
        />
      )}
    </>
  )
}
