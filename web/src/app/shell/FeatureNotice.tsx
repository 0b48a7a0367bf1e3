import LockOutlined from '@mui/icons-material/LockOutlined'
import ToggleOffOutlined from '@mui/icons-material/ToggleOffOutlined'
import Button from '@mui/material/Button'
import type { Feature, Tier } from '@rumbo/contract/features'
import { addresses } from '../../addresses.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useCan, useWorkspace } from '../client-context.tsx'
import { Anchor } from '../navigation/address.tsx'
import type { FeatureBlock } from '../session/features.rules.ts'
import { CopyTextButton } from './CopyTextButton.tsx'
import { WhomToAsk } from './WhomToAsk.tsx'

interface FeatureNoticeProps {
  feature: Feature
  block: FeatureBlock
}

/**
 * Why a feature is unavailable, and the way to it: the form with the company's plan, the switch in Fleet
 * Configuration, or whom to ask.
 */
export function FeatureNotice({ feature, block }: FeatureNoticeProps) {
  return block.why === 'tier' ? (
    <TierNotice feature={feature} tier={block.tier} />
  ) : (
    <SwitchNotice feature={feature} />
  )
}

/** The plan of a company is the super admin's alone; its administrators can ask for another one. */
function TierNotice({ feature, tier }: { feature: Feature; tier: Tier }) {
  const { t } = useText()
  const can = useCan()
  const { company } = useWorkspace()
  const toPlan = usePlanAddress()
  const name = company?.name ?? ''
  const tierName = t(`organisation.tier.${tier}`)
  const mayRequest = can('companies.edit', company ? { companyId: company.id } : undefined)
  const request = () =>
    t('organisation.feature.request', {
      company: name,
      id: company?.id ?? '',
      tier: tierName,
      feature: t(`companies.feature.${feature}`),
    })
  return (
    <EmptyState
      icon={<LockOutlined />}
      title={t('problems.feature_locked', { tier: tierName })}
      text={
        toPlan === null && (
          <>
            {t('organisation.feature.tierHint', { company: name })} {!mayRequest && <WhomToAsk />}
          </>
        )
      }
      action={
        toPlan !== null ? (
          <Button component={Anchor} to={toPlan} variant="outlined">
            {t('organisation.feature.changePlan', { company: name })}
          </Button>
        ) : mayRequest ? (
          <CopyTextButton
            text={request()}
            label={t('organisation.feature.copyRequest')}
            copied={t('organisation.feature.requestCopied')}
          />
        ) : undefined
      }
    />
  )
}

/** Where the plan of the active company is changed; null for those who may not. */
export function usePlanAddress(): string | null {
  const can = useCan()
  const { company } = useWorkspace()
  if (company === null || !can('companies.create')) return null
  return addresses.companies({ company: company.id, edit: 'tier' })
}

function SwitchNotice({ feature }: { feature: Feature }) {
  const { t } = useText()
  const can = useCan()
  const { fleet } = useWorkspace()
  const maySwitch = can('fleetConfiguration.edit')
  return (
    <EmptyState
      icon={<ToggleOffOutlined />}
      title={fleet ? t('organisation.feature.off', { fleet: fleet.name }) : t('problems.feature_off')}
      text={
        <>
          {t('organisation.feature.offHint')} {!maySwitch && <WhomToAsk />}
        </>
      }
      action={
        maySwitch ? (
          <Button
            component={Anchor}
            to={addresses.fleetConfiguration({ fleet: fleet?.id, feature })}
            variant="outlined"
          >
            {t('organisation.feature.openConfiguration')}
          </Button>
        ) : undefined
      }
    />
  )
}
