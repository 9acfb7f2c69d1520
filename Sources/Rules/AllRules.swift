/// Every rule, in the order of the catalogue.
package let allRules: [any Rule] = [
    ImageLatestTag(),
    ImageUntagged(),
    ImageFloatingTag(),
    ImageReferenceInvalid(),
    ImageDigestInvalid(),
    ImageTagUnquoted(),
    MarkerMalformed(),
    MarkerMisspelled(),
    MarkerMisplaced(),
    MarkerHidden(),
    MarkerVariable(),
    MarkerFormMismatch(),
    MarkerValueRetyped(),
    MarkerPolicyMissing(),
    MarkerNamespaceMismatch(),
]
