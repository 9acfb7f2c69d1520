#!/bin/sh
git describe >clusters/images/version.yaml
