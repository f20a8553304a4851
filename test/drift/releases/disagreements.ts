import type { SemverLevel } from '../../../src/drift/model/semver.ts';

/** What the release said, what the step is, a change of that level, and why the two differ. */
type Disagreement = readonly [said: SemverLevel, found: SemverLevel | 'none', example: string | undefined, why: string];

const asFeature =
  'Released as a feature beside additions, and it breaks: an operation that uses the example is refused, or may now get a null. The releases are tagged by hand; the bot that proposes them says that it cannot tell fixes, features and breaking changes apart.';
const ofPackage = 'The release is of the package, and its schema did not change: ';
const late = 'Only the other files of the package changed, which lagged behind schema.graphql: ';

/**
 * Where the releases of `@octokit/graphql-schema` said another level than `schema log` does, by pair. Each pair is of two
 * neighbours among the installed versions: all of them with `.ci/run --full`, else a few.
 */
export const disagreements: Readonly<Record<string, Disagreement>> = {
  '8.0.0 → 8.36.0': ['minor', 'major', 'Organization.registryPackages', asFeature],
  '10.42.0 → 10.73.0': ['minor', 'major', 'Query.sponsorsListing', asFeature],
  '10.73.0 → 10.74.0': ['minor', 'major', 'EnterpriseBillingInfo.seats', asFeature],
  '10.74.0 → 10.74.1': [
    'patch',
    'minor',
    'SecurityAdvisoryEcosystem.ERLANG',
    'A new enum value, released as a fix. Every other release with one was a feature, and so is this.',
  ],
  '10.74.1 → 10.74.2': ['patch', 'none', undefined, `${ofPackage}it depends on graphql 16.`],
  '12.30.0 → 12.30.1': ['patch', 'none', undefined, `${late}the field SponsorsListing.featuredItems came to them.`],
  '12.41.0 → 12.41.1': ['patch', 'none', undefined, `${ofPackage}its tools were updated.`],
  '13.5.0 → 13.10.0': [
    'minor',
    'major',
    'RepositoryVulnerabilityAlert.fixReason',
    `${asFeature} 14.0.0 said it, when the types of the package followed.`,
  ],
  '13.10.0 → 14.0.0': [
    'major',
    'minor',
    'TeamNotificationSetting',
    'What broke is RepositoryVulnerabilityAlert.fixReason: it went from schema.graphql before, and with this release from the other files of the package.',
  ],
  '14.4.0 → 14.5.0': ['minor', 'major', 'TagNamePatternParameters.name', asFeature],
  '14.5.0 → 14.22.0': ['minor', 'major', 'RuleBypassMode', asFeature],
  '14.9.1 → 14.22.0': ['minor', 'major', 'RuleBypassMode', asFeature],
  '14.27.1 → 14.27.2': ['patch', 'none', undefined, `${ofPackage}the type of an ID in its declarations is narrower.`],
  '14.39.1 → 14.40.1': ['minor', 'major', 'RepositoryRuleType.FILE_PATH_PATTERN', asFeature],
  '14.58.0 → 15.0.0': ['major', 'none', undefined, `${ofPackage}it became an ES module.`],
  '15.0.0 → 15.3.0': ['minor', 'major', 'FundingPlatform.OTECHIE', asFeature],
  '15.3.0 → 15.9.0': ['minor', 'major', 'StartRepositoryMigrationInput.sourceRepositoryUrl', asFeature],
  '15.5.0 → 15.14.0': ['minor', 'major', 'PropertyTargetDefinition.source', asFeature],
  '15.22.0 → 15.26.0': ['minor', 'major', 'EnterpriseOwnerInfo.teamDiscussionsSetting', asFeature],
  '15.23.0 → 15.24.0': ['minor', 'none', undefined, `${late}schema.json lost a field.`],
  '15.25.0 → 15.26.0': ['minor', 'major', 'EnterpriseOwnerInfo.teamDiscussionsSetting', asFeature],
  '15.26.0 → 15.26.1': ['patch', 'none', undefined, `${ofPackage}it holds fewer files.`],
};
