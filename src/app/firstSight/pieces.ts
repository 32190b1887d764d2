/** On `<template>`s within the first sight: when their content is a part of it. The others are left out. */
export const WHEN_ATTRIBUTE = "data-when";
