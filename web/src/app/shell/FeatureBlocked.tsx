import LockOutlined from '@mui/icons-material/LockOutlined'
import ToggleOffOutlined from '@mui/icons-material/ToggleOffOutlined'
import Button from '@mui/material/Button'
import { addresses } from '../../addresses.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useCan, useWorkspace } from '../client-context.tsx'
import { Anchor } from '../navigation/address.tsx'
import type { ScreenProps } from '../navigation/screen-entry.ts'
import type { FeatureBlock } from '../session/features.rules.ts'

/** Shown for a screen whose feature the plan lacks or that is switched off; users who may switch it on get a link. */
export function FeatureBlocked({ title, block }: ScreenProps & { block: FeatureBlock }) {
  const { t } = useText()
  const can = useCan()
  const { fleet } = useWorkspace()
  const isTier = block.why === 'tier'
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <EmptyState
          icon={isTier ? <LockOutlined /> : <ToggleOffOutlined />}
          title={
            isTier
              ? t('problems.feature_locked', { tier: t(`organisation.tier.${block.tier}`) })
              : t('organisation.feature.off', { fleet: fleet?.name ?? '' })
          }
          text={isTier ? undefined : t('organisation.feature.offHint')}
          action={
            can('fleetConfiguration.edit') ? (
              <Button component={Anchor} to={addresses.fleetConfiguration()} variant="outlined">
                {t('organisation.feature.openConfiguration')}
              </Button>
            ) : undefined
          }
        />
      </Card>
    </>
  )
}
